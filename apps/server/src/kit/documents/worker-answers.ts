import { parentPort } from 'node:worker_threads'
import { ParseFailure } from './document-errors.ts'

/** The worker's end of a lane: runs tasks by name. */
export function answerTasks(tasks: Record<string, (input: never) => unknown>) {
  const port = parentPort!
  // A worker's port has no origin.
  const reply = (message: object) => port.postMessage(message)
  port.on('message', async ({ id, task, input }: { id: number; task: string; input: never }) => {
    try {
      reply({ id, result: await tasks[task]!(input) })
    } catch (cause) {
      if (cause instanceof ParseFailure) reply({ id, failure: { reason: cause.reason, params: cause.params } })
      else reply({ id, message: cause instanceof Error ? cause.message : 'failed' })
    }
  })
}
