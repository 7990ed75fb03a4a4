import { and, asc, eq, inArray, like, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type VariableMeta, variableMeta, type VariableValue, variableValue } from './variable.table.ts'

/** The scope of values: bot or project, user, channel. */
export interface Scope {
  ownerId: string
  userKey: string
  connectorId: string
}
const within = ({ ownerId, userKey, connectorId }: Scope) =>
  and(
    eq(variableValue.ownerId, ownerId),
    eq(variableValue.userKey, userKey),
    eq(variableValue.connectorId, connectorId),
  )

export function createVariableRepo(db: Db) {
  return {
    metaOf: (ownerId: string): Promise<VariableMeta[]> =>
      db.select().from(variableMeta).where(eq(variableMeta.ownerId, ownerId)).orderBy(asc(variableMeta.position)),
    async replaceMeta(ownerId: string, list: VariableMeta[]) {
      await db.transaction(async (tx) => {
        await tx.delete(variableMeta).where(eq(variableMeta.ownerId, ownerId))
        if (list.length) await tx.insert(variableMeta).values(list)
        const kept = list.map((item) => `${item.channel}/${item.keyword}`)
        const name = sql<string>`${variableValue.channel} || '/' || ${variableValue.keyword}`
        await tx
          .delete(variableValue)
          .where(and(eq(variableValue.ownerId, ownerId), kept.length ? notInArray(name, kept) : undefined))
      })
    },
    values: (scope: Scope): Promise<VariableValue[]> => db.select().from(variableValue).where(within(scope)),
    async save(rows: VariableValue[]) {
      await db
        .insert(variableValue)
        .values(rows)
        .onConflictDoUpdate({
          target: [
            variableValue.ownerId,
            variableValue.userKey,
            variableValue.connectorId,
            variableValue.channel,
            variableValue.keyword,
          ],
          set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
        })
    },
    async forget(scope: Scope, keywords: string[]) {
      await db
        .delete(variableValue)
        .where(and(within(scope), keywords.length ? inArray(variableValue.keyword, keywords) : undefined))
    },
    async eraseUser(userId: string) {
      await db
        .delete(variableValue)
        .where(or(eq(variableValue.userKey, userId), like(variableValue.userKey, `${userId}/%`)))
    },
  }
}
export type VariableRepo = ReturnType<typeof createVariableRepo>
