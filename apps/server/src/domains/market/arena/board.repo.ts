import { type BoardKind, type VoteFault, VoteResult } from '@orrery/contract'
import { and, count, desc, eq, gte, inArray, lt, min, ne, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db, Tx } from '#kit/db.ts'
import { emptyVotes, type VoteList } from '#kit/stats/ranking/vote-list.ts'
import { arenaBoard, arenaPk, arenaVote, type BoardRow } from './arena.table.ts'

export interface Bounds {
  from: number
  until: number
}
export interface ReadVotes {
  votes: VoteList
  /** Ids by their numbers in the vote columns. */
  models: string[]
  voters: string[]
}
interface Row {
  voter: string
  left_model: string
  right_model: string
  scene: number
  field: number
  result: number
  longer: number
  marked: number
}
const peopleVotes = `SELECT v.user_id AS voter, v.left_model, v.right_model, v.scene, v.field, v.result, v.longer, v.marked
  FROM arena_vote v WHERE v.at >= $1 AND v.at < $2 AND v.why_not IN ('', 'outlier') AND ($3 OR v.result <> 4) ORDER BY v.pk_id`
const judgeVotes = `SELECT j.judge_id AS voter, p.left_model, p.right_model, p.scene, p.field, j.result, 0 AS longer, 0 AS marked
  FROM arena_judgement j JOIN arena_pk p ON p.id = j.pk_id WHERE j.at >= $1 AND j.at < $2 AND ($3 OR j.result <> 4) ORDER BY j.pk_id, j.judge_id`

/** Rows per query: reading a million at once would block all other requests. */
const PAGE = 2000

export function createBoardRepo(db: Db, pool: pg.Pool) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async get(kind: BoardKind, id: string): Promise<BoardRow | undefined> {
      return (
        await db
          .select()
          .from(arenaBoard)
          .where(and(eq(arenaBoard.kind, kind), eq(arenaBoard.id, id)))
      )[0]
    },
    /** Editions, newest first. */
    editions: () =>
      db
        .select({
          id: arenaBoard.id,
          frozen: arenaBoard.frozen,
          voteCount: arenaBoard.voteCount,
          computedAt: arenaBoard.computedAt,
          modelCount: sql<number>`jsonb_array_length(${arenaBoard.content} -> 'models')`,
        })
        .from(arenaBoard)
        .where(eq(arenaBoard.kind, 'people'))
        .orderBy(desc(arenaBoard.id)),
    /** Reads the valid votes as columns, in a fixed order, so that the same votes give the same result. */
    async read(kind: BoardKind, { from, until }: Bounds, countsBothBad: boolean): Promise<ReadVotes> {
      const text = kind === 'people' ? peopleVotes : judgeVotes
      const values = [from, until, countsBothBad]
      const models = numbered()
      const voters = numbered()
      const client = await pool.connect()
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        const counted = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM (${text}) votes`, values)
        const votes = emptyVotes(counted.rows[0]!.n)
        await client.query(`DECLARE votes NO SCROLL CURSOR FOR ${text}`, values)
        for (let at = 0; at < votes.left.length;) {
          const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM votes`)
          for (const row of rows) {
            votes.left[at] = models.of(row.left_model)
            votes.right[at] = models.of(row.right_model)
            votes.voter[at] = voters.of(row.voter)
            votes.result[at] = row.result
            votes.scene[at] = row.scene
            votes.field[at] = row.field
            votes.longer[at] = row.longer
            votes.marked[at] = row.marked
            at += 1
          }
        }
        return { votes, models: models.names, voters: voters.names }
      } finally {
        await client.query('ROLLBACK').then(
          () => client.release(),
          (cause: Error) => client.release(cause),
        )
      }
    },
    /** Marks votes of outlying voters as excluded, and formerly excluded votes of other voters as counted. */
    async mark(outliers: string[], tx: Tx): Promise<void> {
      await tx
        .update(arenaVote)
        .set({ whyNot: '' })
        .where(
          and(
            eq(arenaVote.whyNot, 'outlier'),
            outliers.length ? sql`${arenaVote.userId} <> ALL (${sql.param(outliers)}::bigint[])` : undefined,
          ),
        )
      if (outliers.length)
        await tx
          .update(arenaVote)
          .set({ whyNot: 'outlier' })
          .where(and(eq(arenaVote.whyNot, ''), inArray(arenaVote.userId, outliers)))
    },
    async leftOut({ from, until }: Bounds, tx: Tx): Promise<Partial<Record<VoteFault, number>>> {
      const rows = await tx
        .select({ reason: arenaVote.whyNot, n: count() })
        .from(arenaVote)
        .where(and(ne(arenaVote.whyNot, ''), gte(arenaVote.at, from), lt(arenaVote.at, until)))
        .groupBy(arenaVote.whyNot)
      return Object.fromEntries(rows.map(({ reason, n }) => [reason, n]))
    },
    async battles({ from, until }: Bounds, tx: Tx): Promise<number> {
      const where = and(gte(arenaPk.createdAt, from), lt(arenaPk.createdAt, until), gte(arenaPk.status, 1))
      return (await tx.select({ n: count() }).from(arenaPk).where(where))[0]!.n
    },
    /** How often people and judges agreed on a battle. */
    async agreement(tx: Tx): Promise<{ agreed: number; of: number }> {
      const { bothGood } = VoteResult
      const { rows } = await tx.execute<{ agreed: number; total: number }>(
        sql`SELECT count(*) FILTER (WHERE least(v.result, ${bothGood}) = least(j.result, ${bothGood}))::int AS agreed, count(*)::int AS total
          FROM arena_judgement j JOIN arena_vote v USING (pk_id) WHERE v.why_not = ''`,
      )
      return { agreed: rows[0]?.agreed ?? 0, of: rows[0]?.total ?? 0 }
    },
    /** An edition is written once; of two computations of the live board, the one that began later wins. */
    async save(row: BoardRow, tx: Tx): Promise<void> {
      const insert = tx.insert(arenaBoard).values(row)
      const target = [arenaBoard.kind, arenaBoard.id]
      if (row.frozen) return void (await insert.onConflictDoNothing({ target }))
      await insert.onConflictDoUpdate({
        target,
        set: row,
        setWhere: sql`${arenaBoard.computedAt} <= ${row.computedAt} AND NOT ${arenaBoard.frozen}`,
      })
    },
    async firstVote(): Promise<number | undefined> {
      return (await db.select({ at: min(arenaVote.at) }).from(arenaVote))[0]?.at ?? undefined
    },
    async hasNew(since: number): Promise<boolean> {
      const rows = await db.select({ id: arenaVote.pkId }).from(arenaVote).where(gte(arenaVote.at, since)).limit(1)
      return rows.length > 0
    },
  }
}
export type BoardRepo = ReturnType<typeof createBoardRepo>

function numbered() {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    names,
    of(name: string): number {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      names.push(name)
      return names.length - 1
    },
  }
}
