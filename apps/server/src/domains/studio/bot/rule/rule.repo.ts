import { and, arrayOverlaps, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { botHistory, type HistoryRow } from '../bot.table.ts'
import {
  botChangelog,
  botOperation,
  botPin,
  botRule,
  type OperationRow,
  RuleStatus,
  RuleType,
  type RuleRow,
} from './rule.table.ts'

/** Version rules, and the operations on versions. */
export function createRuleRepo(db: Db) {
  const isOnline = eq(botRule.status, RuleStatus.online)
  return {
    async byId(botId: string, id: string, tx: Tx = db): Promise<RuleRow | undefined> {
      return (
        await tx
          .select()
          .from(botRule)
          .where(and(eq(botRule.id, id), eq(botRule.botId, botId)))
      )[0]
    },
    byPublishId: (botId: string, publishId: string, tx: Tx = db): Promise<RuleRow[]> =>
      tx
        .select()
        .from(botRule)
        .where(and(eq(botRule.botId, botId), eq(botRule.publishId, publishId))),
    /** The rules that a channel serves, each with its version. */
    served: (botId: string, connectorId: string): Promise<{ rule: RuleRow; history: HistoryRow }[]> =>
      db
        .select({ rule: botRule, history: botHistory })
        .from(botRule)
        .innerJoin(botHistory, eq(botHistory.id, botRule.historyId))
        .where(and(eq(botRule.botId, botId), eq(botRule.connectorId, connectorId), isOnline))
        .orderBy(botRule.id),
    online: (botId: string, tx: Tx = db): Promise<RuleRow[]> =>
      tx
        .select()
        .from(botRule)
        .where(and(eq(botRule.botId, botId), isOnline))
        .orderBy(botRule.id),
    async page(botId: string, type: number, version: string, page: number, size: number) {
      const where = and(
        eq(botRule.botId, botId),
        type ? eq(botRule.type, type) : undefined,
        version
          ? sql`${botRule.historyId} IN (SELECT id FROM bot_history WHERE bot_id = ${botId} AND version = ${version})`
          : undefined,
      )
      const rows = await db
        .select()
        .from(botRule)
        .where(where)
        .orderBy(desc(botRule.id))
        .limit(size)
        .offset(page * size)
      const [total] = await db.select({ n: count() }).from(botRule).where(where)
      return { rows, total: total!.n }
    },
    /** The newest rule of each type. */
    async latest(botId: string): Promise<RuleRow[]> {
      return db
        .selectDistinctOn([botRule.type])
        .from(botRule)
        .where(eq(botRule.botId, botId))
        .orderBy(botRule.type, desc(botRule.id))
    },
    insert: (rows: (typeof botRule.$inferInsert)[], tx: Tx) => tx.insert(botRule).values(rows),
    /** Returns false if the rule is offline. */
    async update(id: string, change: Partial<RuleRow>, tx: Tx = db): Promise<boolean> {
      const done = await tx
        .update(botRule)
        .set(change)
        .where(and(eq(botRule.id, id), isOnline))
        .returning({ id: botRule.id })
      return done.length > 0
    },
    /** Takes rules of channels offline: all of them, those of a type, or those of a version. */
    end: (
      botId: string,
      connectorIds: string[],
      which: { type?: number; historyId?: string },
      by: { userId: string; now: number },
      tx: Tx,
    ): Promise<RuleRow[]> =>
      connectorIds.length
        ? tx
            .update(botRule)
            .set({ status: RuleStatus.offline, offlineAt: by.now, operator: by.userId })
            .where(
              and(
                eq(botRule.botId, botId),
                inArray(botRule.connectorId, connectorIds),
                isOnline,
                which.type === undefined ? undefined : eq(botRule.type, which.type),
                which.historyId === undefined ? undefined : eq(botRule.historyId, which.historyId),
              ),
            )
            .returning()
        : Promise.resolve([]),
    /** Gray rules that the guard watches. */
    watched: (): Promise<RuleRow[]> =>
      db
        .select()
        .from(botRule)
        .where(and(isOnline, eq(botRule.type, RuleType.gray), isNull(botRule.paused))),
    note: (row: typeof botOperation.$inferInsert, tx: Tx = db) => tx.insert(botOperation).values(row),
    operations: (botId: string, kinds: number[], connectorIds: string[], most: number): Promise<OperationRow[]> =>
      db
        .select()
        .from(botOperation)
        .where(
          and(
            eq(botOperation.botId, botId),
            kinds.length ? inArray(botOperation.kind, kinds) : undefined,
            connectorIds.length ? arrayOverlaps(botOperation.connectorIds, connectorIds) : undefined,
          ),
        )
        .orderBy(desc(botOperation.id))
        .limit(most),
    /**
     * The rule to which a conversation is pinned. A conversation with messages but no pin is on the official version.
     */
    async pinOf(conversationId: string): Promise<string | undefined> {
      const { rows } = await db.execute<{ rule: string | null }>(sql`
        SELECT coalesce((SELECT rule_id FROM bot_pin WHERE conversation_id = ${conversationId}),
          (SELECT 0 FROM message WHERE conversation_id = ${conversationId} LIMIT 1))::text AS rule`)
      return rows[0]?.rule ?? undefined
    },
    pin: (conversationId: string, ruleId: string) =>
      db.insert(botPin).values({ conversationId, ruleId }).onConflictDoNothing(),
    saveChangelog: (row: typeof botChangelog.$inferInsert, tx: Tx = db) =>
      tx.insert(botChangelog).values(row).onConflictDoUpdate({ target: botChangelog.historyId, set: row }),
    async changelogs(historyIds: string[]): Promise<Map<string, string>> {
      if (!historyIds.length) return new Map()
      const rows = await db.select().from(botChangelog).where(inArray(botChangelog.historyId, historyIds))
      return new Map(rows.map((row) => [row.historyId, row.personText]))
    },
  }
}
export type RuleRepo = ReturnType<typeof createRuleRepo>
