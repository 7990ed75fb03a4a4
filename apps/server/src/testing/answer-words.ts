import type { callByHand } from './call-by-hand.ts'

/** Status and body of an answer, without values that differ between calls by nature. Used to compare answers. */
export function answerWords({ status, body }: Awaited<ReturnType<typeof callByHand>>, id: string): string {
  const { detail: _, ...rest } = body as typeof body & { detail?: unknown }
  const text = JSON.stringify(rest)
    // Not inside a longer number: another id or a time may contain these digits.
    .replaceAll(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '<id>')
    .replaceAll(/\d{10,}/g, '<number>')
    .replaceAll(/"(\w*(ms|cost|time)\w*|rewrite|semantic|fulltext|nl2sql|rerank)":[\d.]+/g, '"$1":0')
    .replaceAll(/"[\w.-]{24,}"/g, '"<token>"')
  return `${status} ${text}`
}
