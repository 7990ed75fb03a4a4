import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { chatFlowRole } from './workflow.table.ts'

const DEFAULT_CONNECTOR = '10000010'

/** Appearance of a chatflow: name, picture, opening. At most one per channel. */
export function createChatRoleService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  const at = (workflowId: string, connectorId: string) =>
    and(eq(chatFlowRole.workflowId, workflowId), eq(chatFlowRole.connectorId, connectorId))
  return {
    async save(workflowId: string, connectorId: string | undefined, role: Record<string, unknown>): Promise<string> {
      const values = { role, updatedAt: clock.now() }
      const [row] = await db
        .insert(chatFlowRole)
        .values({ id: newId(), workflowId, connectorId: connectorId ?? DEFAULT_CONNECTOR, ...values })
        .onConflictDoUpdate({ target: [chatFlowRole.workflowId, chatFlowRole.connectorId], set: values })
        .returning({ id: chatFlowRole.id })
      return row!.id
    },
    /** The role for a channel; falls back to the role for all channels. */
    async get(workflowId: string, connectorId: string | undefined): Promise<Record<string, unknown> | undefined> {
      const own = connectorId && (await db.select().from(chatFlowRole).where(at(workflowId, connectorId)))[0]
      const row = own || (await db.select().from(chatFlowRole).where(at(workflowId, DEFAULT_CONNECTOR)))[0]
      return row && { ...row.role, id: row.id, workflow_id: workflowId, connector_id: row.connectorId }
    },
    async remove(workflowId: string, id: string): Promise<boolean> {
      const gone = await db
        .delete(chatFlowRole)
        .where(and(eq(chatFlowRole.id, id), eq(chatFlowRole.workflowId, workflowId)))
        .returning({ id: chatFlowRole.id })
      return gone.length > 0
    },
  }
}
export type ChatRoleService = ReturnType<typeof createChatRoleService>
