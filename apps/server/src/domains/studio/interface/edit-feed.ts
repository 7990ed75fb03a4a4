import type { InterfaceEdit } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'

/** What was saved since a save; without the saves where somebody has to ask for them. */
interface SavedEdits {
  seq: number
  from: number
  saves?: { batch: string; edits: InterfaceEdit[] }[]
}
type Listener = (saved: SavedEdits) => void
interface EditFeedDeps {
  bus: Bus
  editsAfter(sandboxId: string, seq: number): Promise<{ seq: number; batch: string; edits: InterfaceEdit[] }[]>
}
interface Feed {
  listeners: Set<Listener>
  /** The last save that everybody was told of. */
  told: number
  /** The newest save that is known of. */
  newest: number
  timer: NodeJS.Timeout | undefined
}
const TOPIC = 'interface-saved'
/** Edits of several people that come close together are read and told as one. */
const GATHER_MS = 30
const MOST_BYTES = 256 * 1024

/** Tells everybody who has an interface open what others did. It is read once for all of them. */
export function createEditFeed({ bus, editsAfter }: EditFeedDeps) {
  const feeds = new Map<string, Feed>()
  const tell = (feed: Feed, saved: SavedEdits) => {
    for (const listener of feed.listeners) listener(saved)
  }
  async function flush(sandboxId: string, feed: Feed): Promise<void> {
    const from = feed.told
    const rows = await editsAfter(sandboxId, from).catch(() => [])
    feed.timer = undefined
    const hasGap = rows.length === 0 || rows.at(-1)!.seq - from !== rows.length
    const seq = hasGap ? Math.max(feed.newest, rows.at(-1)?.seq ?? 0) : rows.at(-1)!.seq
    if (seq <= from) return
    feed.told = seq
    const saves = rows.map(({ batch, edits }) => ({ batch, edits }))
    // A gap, or more than a message should hold: editors ask for what they lack.
    const isWhole = !hasGap && JSON.stringify(saves).length <= MOST_BYTES
    tell(feed, { seq, from, ...(isWhole && { saves }) })
    // Saved while this was read.
    if (feed.newest > seq) begin(sandboxId, feed)
  }
  /** The timer stays until what it led to was told: one is read after the other. */
  function begin(sandboxId: string, feed: Feed) {
    feed.timer ??= setTimeout(() => void flush(sandboxId, feed), GATHER_MS)
  }
  bus.subscribe(TOPIC, (payload) => {
    const [id = '', seq] = payload.split(' ')
    for (const [sandboxId, feed] of id === '*' ? feeds : [[id, feeds.get(id)] as const]) {
      if (!feed) continue
      // After a cut nobody knows what was missed.
      if (id === '*') tell(feed, { seq: feed.newest + 1, from: feed.newest })
      feed.newest = Math.max(feed.newest, Number(seq) || 0)
      begin(sandboxId, feed)
    }
  })
  return {
    saved: (sandboxId: string, seq: number) => bus.publish(TOPIC, `${sandboxId} ${seq}`),
    follow(sandboxId: string, seq: number, listener: Listener): () => void {
      const feed = feeds.get(sandboxId) ?? { listeners: new Set(), told: seq, newest: seq, timer: undefined }
      feeds.set(sandboxId, feed)
      feed.listeners.add(listener)
      return () => {
        feed.listeners.delete(listener)
        if (feed.listeners.size > 0) return
        clearTimeout(feed.timer)
        feeds.delete(sandboxId)
      }
    },
  }
}
