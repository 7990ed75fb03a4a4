import type { Locale } from '#kit/errors.ts'
import type { StreamReply } from '#kit/sse.ts'
import { toProcess } from './process.ts'
import { createTeller } from './run-teller.ts'
import { viewIn } from './run-words.ts'
import type { RunService } from './run.service.ts'
import type { RunView } from './run-view.service.ts'
import { RunStatus } from './run-types.ts'

/** Poll interval for runs of other processes. */
const POLL_MS = 300
const isOpen = ({ row }: RunView) => row.status === RunStatus.running || row.status === RunStatus.queued

/**
 * Server-sent events of a run: the current state, every step, and the end. A client that reconnects with the id of its
 * last event gets the rest, even if another process has taken the run over.
 */
export function createRunEventStream(runs: Pick<RunService, 'view' | 'watch' | 'messagesOf'>) {
  return async function follow(
    workflowId: string,
    id: string,
    lastEventId: string,
    locale: Locale,
    signal: AbortSignal,
  ): Promise<StreamReply> {
    // Checked before the stream begins, so that a wrong id returns an error instead of an empty stream.
    const first = await runs.view(workflowId, id)
    return async (sse) => {
      const teller = createTeller(sse, id, lastEventId, locale)
      let view = first
      sse.send({ event: 'process', data: toProcess(viewIn(view, locale)) })
      teller.catchUp([], await runs.messagesOf(id))
      while (isOpen(view) && !signal.aborted) {
        const watched = runs.watch(id, teller.onEvent)
        if (watched) {
          // Send the messages from before this client connected.
          teller.catchUp([], watched.messages())
          await Promise.race([watched.settled, gone(signal)])
        } else await pause(POLL_MS, signal)
        watched?.stop()
        view = await runs.view(workflowId, id)
        teller.catchUp(view.records, await runs.messagesOf(id))
      }
      if (!signal.aborted) sse.send({ event: 'end', data: toProcess(viewIn(view, locale)) })
    }
  }
}
export type RunEventStream = ReturnType<typeof createRunEventStream>

const gone = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
