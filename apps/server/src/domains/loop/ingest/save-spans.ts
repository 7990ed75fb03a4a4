import type { NewSpan } from '#domains/chat/span/shared/span-types.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'

/** Spans of a large request that are stored together: adding up more of them at once would hold up everything else. */
const TOGETHER = 1000

export async function saveInParts(store: Pick<SpanStore, 'write'>, spans: NewSpan[]): Promise<void> {
  for (let at = 0; at < spans.length; at += TOGETHER)
    await store.write({ spans: spans.slice(at, at + TOGETHER), heads: [] })
}
