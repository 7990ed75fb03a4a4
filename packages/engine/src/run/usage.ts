import type { Task } from '#model.ts'
import type { TokenUsage } from '#ports.ts'

/** Adds the tokens that a node has used, even if it waits, fails or is retried afterwards. */
export function spend(task: Task, usage: TokenUsage | undefined): void {
  if (!usage) return
  const sum = (to: TokenUsage) => ({ input: to.input + usage.input, output: to.output + usage.output })
  task.usage = task.usage ? sum(task.usage) : usage
  task.run.usage = sum(task.run.usage)
}
