import type { RunEvent } from '@orrery/engine'
import type { Locale } from '#kit/errors.ts'
import type { Sse } from '#kit/sse.ts'
import type { NodeRecord } from './node-record.ts'
import { toNodeResult } from './process.ts'
import { recordIn } from './run-words.ts'
import type { SentMessage } from './sent-messages.ts'

interface Piece {
  path: string
  nodeId: string
  title: string
  text: string
  offset: number
  isDone: boolean
}
interface Position {
  chars: number
  isDone: boolean
}
/** Position of a client, used as event id: characters received of the message of a node, and `!` if it is complete. */
const eventIdOf = (path: string, { chars, isDone }: Position) => `${chars}${isDone ? '!' : ''}@${path}`
const POSITION = /^(\d{1,9})(!?)@(.+)$/s

/** Sends one client the events of a run that it has not received yet. */
export function createTeller(sse: Sse, runId: string, lastEventId: string, locale: Locale) {
  const sentStamps = new Map<string, string>()
  const positions = new Map<string, Position>()
  let startAfter = POSITION.exec(lastEventId)

  function say({ path, nodeId, title, text, offset, isDone }: Piece): void {
    const known = positions.get(path) ?? { chars: 0, isDone: false }
    const fresh = text.slice(Math.max(0, known.chars - offset))
    if (known.isDone || (!fresh && !isDone)) return
    const now = { chars: Math.max(known.chars, offset + text.length), isDone }
    positions.set(path, now)
    const data = { node_id: nodeId, node_title: title, path, text: fresh, offset: known.chars, finish: isDone }
    sse.send({ event: 'message', id: eventIdOf(path, now), data })
  }
  const tell = (record: NodeRecord) => {
    const stamp = `${record.status}/${record.durationMs ?? ''}/${record.error ?? ''}`
    if (sentStamps.get(record.path) === stamp) return
    sentStamps.set(record.path, stamp)
    sse.send({ event: 'node', data: { path: record.path, result: toNodeResult(recordIn(record, locale), runId) } })
  }
  return {
    /** Sends progress that another process made, or that happened before the client connected. */
    catchUp(records: readonly NodeRecord[], texts: readonly SentMessage[]): void {
      if (startAfter) {
        // A client that reconnects has received every message that began before the one in its event id.
        const [, chars, mark, path] = startAfter
        for (const { path: earlier, text, isDone } of texts) {
          if (earlier === path) break
          positions.set(earlier, { chars: text.length, isDone })
        }
        positions.set(path!, { chars: Number(chars), isDone: mark === '!' })
        startAfter = null
      }
      records.forEach(tell)
      for (const item of texts) say({ ...item, offset: 0 })
    },
    onEvent(event: RunEvent, record: NodeRecord | undefined): void {
      if (event.type === 'message' && event.depth === 0) say({ ...event, isDone: event.finish })
      else if (event.type === 'node.skipped')
        sse.send({ event: 'skipped', data: { node_id: event.nodeId, path: event.path } })
      else if (record) tell(record)
    },
  }
}
