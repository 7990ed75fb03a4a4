import type { RunEvent } from '@orrery/engine'
import type { Sse, StreamReply } from '#kit/sse.ts'
import type { NodeRecord } from './node-record.ts'
import { toNodeResult, toProcess } from './process.ts'
import type { RunService } from './run.service.ts'
import type { RunView } from './run-view.service.ts'
import { RunStatus } from './run-types.ts'

/** Poll interval for runs of other processes. */
const LOOK_MS = 300
const isOpen = ({ row }: RunView) => row.status === RunStatus.running || row.status === RunStatus.queued

/** Events of a run as server-sent events: the current state, every step, and the end. */
export function createRunEventStream(runs: Pick<RunService, 'view' | 'watch'>) {
  return async function follow(workflowId: string, id: string, signal: AbortSignal): Promise<StreamReply> {
    // Looked at before the stream begins, so that a wrong id is an error and not an empty stream.
    const first = await runs.view(workflowId, id)
    return async (sse) => {
      const teller = createTeller(sse, id)
      let view = first
      sse.send({ event: 'process', data: toProcess(view) })
      while (isOpen(view) && !signal.aborted) {
        const watched = runs.watch(id, teller.onEvent)
        if (watched) await Promise.race([watched.settled, gone(signal)])
        else await pause(LOOK_MS, signal)
        watched?.stop()
        view = await runs.view(workflowId, id)
        teller.catchUp(view.records)
      }
      if (!signal.aborted) sse.send({ event: 'end', data: toProcess(view) })
    }
  }
}
export type RunEventStream = ReturnType<typeof createRunEventStream>

function createTeller(sse: Sse, id: string) {
  const told = new Map<string, string>()
  const tell = (record: NodeRecord) => {
    const stamp = `${record.status}/${record.durationMs ?? ''}/${record.error ?? ''}`
    if (told.get(record.path) === stamp) return
    told.set(record.path, stamp)
    sse.send({ event: 'node', data: { path: record.path, result: toNodeResult(record, id) } })
  }
  return {
    /** Progress made by another process or while no one listened. */
    catchUp: (records: readonly NodeRecord[]) => records.forEach(tell),
    onEvent(event: RunEvent, record: NodeRecord | undefined): void {
      if (event.type === 'message')
        sse.send({
          event: 'message',
          data: {
            node_id: event.nodeId,
            node_title: event.title,
            path: event.path,
            text: event.text,
            finish: event.finish,
          },
        })
      else if (event.type === 'node.skipped')
        sse.send({ event: 'skipped', data: { node_id: event.nodeId, path: event.path } })
      else if (record) tell(record)
    },
  }
}

const gone = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
