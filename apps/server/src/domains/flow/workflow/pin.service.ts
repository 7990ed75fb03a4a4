import { and, asc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { badInput } from '#kit/errors.ts'
import { workflowPin } from './workflow.table.ts'

/** Pinned outputs: fixed outputs of draft nodes, used to try the nodes after them. */
export function createPinService({ db, clock }: { db: Db; clock: Clock }) {
  const list = (workflowId: string) =>
    db.select().from(workflowPin).where(eq(workflowPin.workflowId, workflowId)).orderBy(asc(workflowPin.nodeId))
  return {
    list,
    async outputs(workflowId: string): Promise<Record<string, Record<string, unknown>>> {
      const rows = await list(workflowId)
      return Object.fromEntries(rows.map((row) => [row.nodeId, JSON.parse(row.output) as Record<string, unknown>]))
    },
    async set(workflowId: string, nodeId: string, output: string, userId: string): Promise<void> {
      if (output === '') {
        await db.delete(workflowPin).where(and(eq(workflowPin.workflowId, workflowId), eq(workflowPin.nodeId, nodeId)))
        return
      }
      if (!isObjectText(output)) throw badInput('output', 'must be the JSON of an object', '须为对象的 JSON')
      const row = { output, userId, updatedAt: clock.now() }
      await db
        .insert(workflowPin)
        .values({ workflowId, nodeId, ...row })
        .onConflictDoUpdate({ target: [workflowPin.workflowId, workflowPin.nodeId], set: row })
    },
  }
}
export type PinService = ReturnType<typeof createPinService>

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
