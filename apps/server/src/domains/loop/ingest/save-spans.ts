import type { NewSpan } from '#domains/chat/span/shared/span-types.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'

/** Spans stored per write: aggregating more at once would block the event loop. */
const SPANS_PER_WRITE = 1000

export async function saveInParts(store: Pick<SpanStore, 'write'>, spans: NewSpan[]): Promise<void> {
  for (let at = 0; at < spans.length; at += SPANS_PER_WRITE)
    await store.write({ spans: spans.slice(at, at + SPANS_PER_WRITE), heads: [] })
}
