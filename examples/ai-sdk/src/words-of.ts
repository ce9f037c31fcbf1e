import type { FinishReason } from 'ai'

/** What a result says. A refusal comes as words as well, and is none that others should read. */
export const wordsOf = ({
  text,
  finishReason,
}: {
  readonly text: string
  readonly finishReason: FinishReason
}): string => (finishReason === 'content-filter' ? '' : text)
