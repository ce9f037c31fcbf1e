import type Anthropic from '@anthropic-ai/sdk'

/** One question to one role; thinking is on, as it is for work of this kind. */
export const ask = (
  client: Anthropic,
  system: string,
  content: string,
  format?: Anthropic.OutputConfig['format'],
): Promise<Anthropic.Message> =>
  client.messages.create({
    model: 'claude-opus-4-8',
    max_tokens: 4000,
    thinking: { type: 'enabled', budget_tokens: 2000 },
    system,
    messages: [{ role: 'user', content }],
    ...(format && { output_config: { format } }),
  })

/** What a message says, without what was thought; nothing where it was refused. */
export const wordsOf = ({ content }: Anthropic.Message): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')
