/** What a worker-critic of three rounds is told, two hundred bytes each, as a person writes it who tests against a fake by hand. */
export const REPLIES: { readonly [model: string]: readonly string[] } = {
  worker: [1, 2, 3].map((n) =>
    filled(`Draft ${n}: the sea is salty because rivers carry what they wash out of the rocks.`),
  ),
  critic: [1, 2, 3].map((n) =>
    filled(`Reject ${n}: the second number has no source, and the first sentence is too long.`),
  ),
}

/** A reply as the provider writes it, in a body. */
export const bodyOf = (model: string, text: string): string =>
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_735_689_600,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  })

/** Picks replies in order, by the model that is asked; starts again after the last. */
export function pickReplies(): (model: string) => string {
  const taken: Record<string, number> = { worker: 0, critic: 0 }
  return (model) => REPLIES[model]![taken[model]!++ % 3]!
}

// Helpers

function filled(text: string): string {
  return `${text} `.padEnd(200, 'And so on. ')
}
