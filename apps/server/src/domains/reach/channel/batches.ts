import type { EventRow } from './channel.table.ts'
import { EventState } from './channel.table.ts'

const commands = ['new', 'stop', 'help', 'start'] as const
export type Command = (typeof commands)[number]

/** The command in a text such as `/new`, including suffixes that platforms add. */
export function commandIn(text: string): Command | undefined {
  const word = /^\/([a-z]+)(?:@\S+)?$/i.exec(text.trim())?.[1]?.toLowerCase()
  return commands.find((command) => command === word)
}
const standsAlone = ({ body }: EventRow) => body.kind !== 'message' || commandIn(body.text) !== undefined

/** The events to answer together: a batch that was started before, or messages of one person in quick succession. */
export function nextBatch(open: readonly EventRow[], burstMs: number): EventRow[] {
  const [first] = open
  if (!first) return []
  if (first.state === EventState.taken) return open.filter(({ batchId }) => batchId === first.batchId)
  const batch = [first]
  if (standsAlone(first)) return batch
  for (const event of open.slice(1)) {
    const isSame = event.body.sender.id === first.body.sender.id && !standsAlone(event)
    if (!isSame || event.receivedAt - batch.at(-1)!.receivedAt > burstMs) break
    batch.push(event)
  }
  return batch
}

/** When a batch is complete, because no further message has arrived for a while. Commands and buttons do not wait. */
export function completeAt(batch: readonly EventRow[], burstMs: number): number {
  const last = batch.at(-1)
  if (!last || last.state === EventState.taken || standsAlone(last)) return 0
  return Math.min(last.receivedAt + burstMs, batch[0]!.receivedAt + burstMs * 8)
}
