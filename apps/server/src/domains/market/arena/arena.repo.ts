import { and, count, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import {
  arenaBan,
  arenaBank,
  arenaFeedback,
  arenaPk,
  arenaQuestion,
  arenaTurn,
  type ArenaTurnRow,
  arenaVote,
  type PkRow,
} from './arena.table.ts'

type Ended = Pick<ArenaTurnRow, 'status' | 'answer' | 'toolCalls' | 'cost' | 'finishedAt' | 'trace'>

export function createArenaRepo(db: Db) {
  const turnKey = ({ pkId, side, round }: Pick<ArenaTurnRow, 'pkId' | 'side' | 'round'>) =>
    and(eq(arenaTurn.pkId, pkId), eq(arenaTurn.side, side), eq(arenaTurn.round, round))
  const turns = (pkId: string, tx: Tx = db): Promise<ArenaTurnRow[]> =>
    tx.select().from(arenaTurn).where(eq(arenaTurn.pkId, pkId)).orderBy(arenaTurn.round, arenaTurn.side)
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    turns,
    insertPk: async (row: typeof arenaPk.$inferInsert) => void (await db.insert(arenaPk).values(row)),
    async pk(id: string): Promise<PkRow | undefined> {
      return (await db.select().from(arenaPk).where(eq(arenaPk.id, id)))[0]
    },
    /** Locks a battle: a concurrent transaction waits, and then sees the changes of the first one. */
    async lockPk(id: string, tx: Tx): Promise<PkRow | undefined> {
      return (await tx.select().from(arenaPk).where(eq(arenaPk.id, id)).for('update'))[0]
    },
    async pkOf(conversationId: string): Promise<PkRow | undefined> {
      const where = or(eq(arenaPk.leftConversation, conversationId), eq(arenaPk.rightConversation, conversationId))
      return (await db.select().from(arenaPk).where(where))[0]
    },
    updatePk: async (id: string, change: Partial<PkRow>, tx: Tx = db) =>
      void (await tx.update(arenaPk).set(change).where(eq(arenaPk.id, id))),
    insertTurn: async (row: typeof arenaTurn.$inferInsert, tx: Tx) => void (await tx.insert(arenaTurn).values(row)),
    renew: async (row: Pick<ArenaTurnRow, 'pkId' | 'side' | 'round'>, leaseUntil: number) =>
      void (await db
        .update(arenaTurn)
        .set({ leaseUntil })
        .where(and(turnKey(row), eq(arenaTurn.status, 'running')))),
    /** Marks turns left by a dead process as failed. */
    async failAbandoned(pkId: string, now: number, tx: Tx): Promise<void> {
      await tx
        .update(arenaTurn)
        .set({ status: 'failed', finishedAt: now })
        .where(and(eq(arenaTurn.pkId, pkId), eq(arenaTurn.status, 'running'), sql`${arenaTurn.leaseUntil} < ${now}`))
    },
    /** Returns false if the turn was marked as failed in the meantime. */
    async endTurn(row: Pick<ArenaTurnRow, 'pkId' | 'side' | 'round'>, ended: Ended, tx: Tx): Promise<boolean> {
      const where = and(turnKey(row), eq(arenaTurn.status, 'running'))
      return (await tx.update(arenaTurn).set(ended).where(where).returning({ side: arenaTurn.side })).length > 0
    },
    async battlesSince(userId: string, from: number): Promise<number> {
      const where = and(eq(arenaPk.userId, userId), gte(arenaPk.createdAt, from))
      return (await db.select({ n: count() }).from(arenaPk).where(where))[0]!.n
    },
    async costSince(from: number): Promise<number> {
      const sum = sql<number>`coalesce(sum(${arenaTurn.cost}), 0)::float8`
      return (await db.select({ sum }).from(arenaTurn).where(gte(arenaTurn.startedAt, from)))[0]!.sum
    },
    /** The question of a bank that was asked verbatim. */
    async drawnFrom(id: string, content: string) {
      const [found] = await db
        .select({ id: arenaQuestion.id, field: arenaBank.field })
        .from(arenaQuestion)
        .innerJoin(arenaBank, eq(arenaBank.id, arenaQuestion.bankId))
        .where(and(eq(arenaQuestion.id, id), eq(arenaQuestion.content, content)))
      return found
    },
    async question(id: string) {
      return (await db.select().from(arenaQuestion).where(eq(arenaQuestion.id, id)))[0]
    },
    insertVote: async (row: typeof arenaVote.$inferInsert, tx: Tx) => void (await tx.insert(arenaVote).values(row)),
    async vote(pkId: string) {
      return (await db.select().from(arenaVote).where(eq(arenaVote.pkId, pkId)))[0]
    },
    async votesOf(userId: string): Promise<number> {
      return (await db.select({ n: count() }).from(arenaVote).where(eq(arenaVote.userId, userId)))[0]!.n
    },
    async countVotesOn(userId: string, questionHash: string, tx: Tx): Promise<number> {
      const where = and(eq(arenaVote.userId, userId), eq(arenaVote.questionHash, questionHash))
      return (await tx.select({ n: count() }).from(arenaVote).where(where))[0]!.n
    },
    async isBanned(userId: string, tx: Tx): Promise<boolean> {
      return (await tx.select().from(arenaBan).where(eq(arenaBan.userId, userId))).length > 0
    },
    /** Number of counted votes by model. */
    async countedOf(models: string[]): Promise<Map<string, number>> {
      const rows = await db
        .select({ left: arenaVote.leftModel, right: arenaVote.rightModel, n: count() })
        .from(arenaVote)
        .where(
          and(
            eq(arenaVote.whyNot, ''),
            or(inArray(arenaVote.leftModel, models), inArray(arenaVote.rightModel, models)),
          ),
        )
        .groupBy(arenaVote.leftModel, arenaVote.rightModel)
      const found = new Map<string, number>()
      for (const { left, right, n } of rows) for (const id of [left, right]) found.set(id, (found.get(id) ?? 0) + n)
      return found
    },
    async feedback(row: typeof arenaFeedback.$inferInsert, change: Partial<typeof arenaFeedback.$inferInsert>) {
      const set = { ...change, updatedAt: row.updatedAt }
      await db.insert(arenaFeedback).values(row).onConflictDoUpdate({ target: arenaFeedback.pkId, set })
    },
  }
}
export type ArenaRepo = ReturnType<typeof createArenaRepo>
