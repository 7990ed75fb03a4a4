/** States of automations (tasks on the wire). */
export const TaskStatus = {
  unstarted: 'unstarted',
  running: 'running',
  pending: 'pending',
  disabled: 'disabled',
  success: 'success',
  failed: 'failed',
} as const
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus]
export const AUTOMATION_LIMITS = {
  tasks: 100,
  evaluators: 10,
  mappings: 100,
  previewed: 20,
  code: 100_000,
  prompt: 20_000,
  exported: 500,
} as const
export const WorkedStatus = { done: 1, failed: 2, skipped: 3 } as const
