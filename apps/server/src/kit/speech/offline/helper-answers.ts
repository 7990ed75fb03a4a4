import { setImmediate } from 'node:timers/promises'
import type { Order, Reply } from './helper.ts'

/** A helper refuses a task, with a reason. */
export class Refusal extends Error {}

type Task = (input: never) => AsyncIterable<unknown>
/** The helper's side: runs tasks by name, each with an answer in pieces. */
export function answerTasks(tasks: Record<string, Task>) {
  const dropped = new Set<number>()
  const reply = (message: Reply) => void process.send!(message)
  async function work(id: number, task: string, input: unknown) {
    try {
      for await (const piece of tasks[task]!(input as never)) {
        reply({ id, piece })
        // The caller may have left in the meantime.
        await setImmediate()
        if (dropped.delete(id)) return
      }
      reply({ id, end: true })
    } catch (cause) {
      if (cause instanceof Refusal) reply({ id, refusal: cause.message })
      else reply({ id, fault: cause instanceof Error ? cause.message : 'failed' })
    }
  }
  process.on('message', (order: Order) => {
    if ('drop' in order) dropped.add(order.drop)
    else void work(order.id, order.task, order.input)
  })
  process.on('disconnect', () => process.exit(0))
}
