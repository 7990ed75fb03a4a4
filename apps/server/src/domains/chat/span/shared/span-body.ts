import type { spanBody } from '../span.table.ts'
import { unfoldAttributes } from './same-values.ts'
import type { Bodied, ValueSource } from './value-source.ts'

type Body = typeof spanBody.$inferSelect
/** A head with its values; without a body the values are in the separate store. */
export const withBody = <T extends object>(head: T, body: Body | null) => ({
  ...head,
  isApart: body === null,
  input: body?.input ?? '',
  output: body?.output ?? '',
  attributes: body ? unfoldAttributes(body.attributes, body) : {},
})

/** Reads the values of spans from the separate store, if they were not found beside their heads. */
export async function fillMissing<T extends Bodied & { isApart: boolean }>(
  source: ValueSource,
  spans: T[],
): Promise<T[]> {
  const apart = spans.filter(({ isApart }) => isApart)
  if (!apart.length) return spans
  const filled = new Map((await source.fill(apart)).map((one, at) => [apart[at], one]))
  return spans.map((one) => filled.get(one) ?? one)
}
