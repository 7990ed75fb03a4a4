import type { Task } from '#model.ts'
import type { TokenUsage } from '#ports.ts'

/** Counts what a node has used, also when it waits, fails or is tried again afterwards. */
export function spend(task: Task, usage: TokenUsage | undefined): void {
  if (!usage) return
  const sum = (to: TokenUsage) => ({ input: to.input + usage.input, output: to.output + usage.output })
  task.usage = task.usage ? sum(task.usage) : usage
  task.run.usage = sum(task.run.usage)
}
