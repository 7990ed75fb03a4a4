import type { callByHand } from './call-by-hand.ts'

/** What an answer says, without what differs from call to call by its nature. */
export function answerWords({ status, body }: Awaited<ReturnType<typeof callByHand>>, id: string): string {
  const { detail: _, ...rest } = body as typeof body & { detail?: unknown }
  const text = JSON.stringify(rest)
    // Not inside of a longer number: the id of something else, or a time, may contain it.
    .replaceAll(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '<id>')
    .replaceAll(/\d{10,}/g, '<number>')
    .replaceAll(/"(\w*(ms|cost|time)\w*|rewrite|semantic|fulltext|nl2sql|rerank)":[\d.]+/g, '"$1":0')
    .replaceAll(/"[\w.-]{24,}"/g, '"<token>"')
  return `${status} ${text}`
}
