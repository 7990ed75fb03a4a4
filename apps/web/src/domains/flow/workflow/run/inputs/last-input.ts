import { readStored, writeStored } from '#lib/local-store.ts'
import type { InputValues } from './input-values.ts'

/** Longer inputs are not stored, because the local storage of the browser is small. */
const longest = 200_000
const keyOf = (userId: string, workflowId: string) => `workflow.input.${userId}.${workflowId}`

/** Last input of a workflow, stored in this browser. */
export const readLastInput = (userId: string, workflowId: string): InputValues =>
  readStored<InputValues>(keyOf(userId, workflowId), {})

export function saveLastInput(userId: string, workflowId: string, values: InputValues): void {
  const size = Object.values(values).reduce((sum, value) => sum + value.length, 0)
  if (size <= longest) writeStored(keyOf(userId, workflowId), values)
}
