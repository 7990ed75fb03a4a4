import type { InterfaceEdit } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'

interface SavedRow {
  seq: number
  batch: string
  edits: InterfaceEdit[]
}
/** Receives saves as JSON: `{seq, from, saves}`. Without `saves`, the editor has to request what it lacks. */
type Listener = (saved: string) => void
interface EditFeedDeps {
  bus: Bus
  editsAfter(sandboxId: string, seq: number): Promise<SavedRow[]>
}
interface Feed {
  listeners: Set<Listener>
  /** The last save that was sent to the listeners. */
  sentSeq: number
  /** The newest save known to this process. */
  newestSeq: number
  timer: NodeJS.Timeout | undefined
}
const TOPIC = 'interface-saved'
/** Saves of other processes within this time are read and sent together. */
const GATHER_MS = 30
const MOST_CHARACTERS = 256 * 1024

/** Sends saves to everyone who has an interface open. Each save is read and serialised once for all listeners. */
export function createEditFeed({ bus, editsAfter }: EditFeedDeps) {
  const feeds = new Map<string, Feed>()
  function sendToAll(feed: Feed, seq: number, from: number, rows?: SavedRow[]) {
    const saves = rows?.map(({ batch, edits }) => ({ batch, edits }))
    const text = JSON.stringify({ seq, from, saves })
    // Too large for a message: editors request what they lack.
    const sent = text.length > MOST_CHARACTERS ? JSON.stringify({ seq, from }) : text
    for (const listener of feed.listeners) listener(sent)
  }
  async function flush(sandboxId: string, feed: Feed): Promise<void> {
    const from = feed.sentSeq
    const rows = await editsAfter(sandboxId, from).catch(() => [])
    feed.timer = undefined
    // Saves of this process may have been sent in the meantime.
    if (feed.sentSeq === from) {
      const hasGap = rows.length === 0 || rows.at(-1)!.seq - from !== rows.length
      const seq = hasGap ? Math.max(feed.newestSeq, rows.at(-1)?.seq ?? 0) : rows.at(-1)!.seq
      if (seq <= from) return
      feed.sentSeq = seq
      sendToAll(feed, seq, from, hasGap ? undefined : rows)
    }
    // More was saved while this was read.
    if (feed.newestSeq > feed.sentSeq) schedule(sandboxId, feed)
  }
  /** Keeps the timer until its saves were sent, so that saves are read one after the other. */
  function schedule(sandboxId: string, feed: Feed) {
    feed.timer ??= setTimeout(() => void flush(sandboxId, feed), GATHER_MS)
  }
  bus.subscribe(TOPIC, (payload) => {
    const [id = '', seq] = payload.split(' ')
    for (const [sandboxId, feed] of id === '*' ? feeds : [[id, feeds.get(id)] as const]) {
      if (!feed || (id !== '*' && Number(seq) <= feed.sentSeq)) continue
      // After a lost connection to the bus, the number of missed saves is unknown.
      if (id === '*') sendToAll(feed, feed.newestSeq + 1, feed.newestSeq)
      feed.newestSeq = Math.max(feed.newestSeq, Number(seq) || 0)
      schedule(sandboxId, feed)
    }
  })
  return {
    /**
     * Publishes a save of this process. If it directly follows the last one sent, listeners get it without another
     * read.
     */
    saved(sandboxId: string, seq: number, written?: { from: number; rows: SavedRow[] }): Promise<void> {
      const feed = feeds.get(sandboxId)
      if (feed && written?.rows.length && feed.sentSeq === written.from) {
        feed.sentSeq = seq
        feed.newestSeq = Math.max(feed.newestSeq, seq)
        sendToAll(feed, seq, written.from, written.rows)
      }
      return bus.publish(TOPIC, `${sandboxId} ${seq}`)
    },
    follow(sandboxId: string, seq: number, listener: Listener): () => void {
      const feed = feeds.get(sandboxId) ?? { listeners: new Set(), sentSeq: seq, newestSeq: seq, timer: undefined }
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
export type EditFeed = ReturnType<typeof createEditFeed>
