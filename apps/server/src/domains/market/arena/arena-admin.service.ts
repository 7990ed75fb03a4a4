import { type ArenaField, OFFLINE_MODEL_ID, type VoteFault } from '@orrery/contract'
import { and, count, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ArenaRepo } from './arena.repo.ts'
import { arenaBan, arenaFeedback, arenaPk, arenaTurn, arenaVote } from './arena.table.ts'
import { describedIn, type Participants } from './participants.ts'

export interface AdminDeps {
  db: Db
  repo: Pick<ArenaRepo, 'countedOf'>
  participants: Participants
  audit: AuditService
  people: { getMany(ids: string[]): Promise<{ id: string; name: string }[]> }
  clock: Clock
}

/** The administration of the arena by the owner of the instance. */
export function createArenaAdmin({ db, repo, participants, audit, people, clock }: AdminDeps) {
  return {
    /** All chat models of the instance, and whether and how they take part. */
    async models(locale: Locale) {
      const [rows, known] = await Promise.all([participants.all(), participants.catalogue()])
      const votes = await repo.countedOf(rows.map(({ id }) => id))
      const usable = new Set((await participants.usable()).map(({ id }) => id))
      const builtIn = rows.filter(({ modelId }) => modelId === OFFLINE_MODEL_ID)
      const others = known.filter(({ isOffline, origin }) => !isOffline && origin === 'instance')
      const shown = others.map((one) => ({ one, row: rows.find(({ modelId }) => modelId === one.id) }))
      return [
        ...shown.map(({ one, row }) => ({
          id: row?.id ?? '',
          model_id: one.id,
          name: row?.name ?? one.name,
          company: row?.company ?? one.config.providerName,
          description: row?.description ?? one.description,
          aliases: row?.aliases ?? [],
          enabled: row?.enabled ?? false,
          is_usable: row ? usable.has(row.id) : false,
          is_built_in: false,
          votes: row ? (votes.get(row.id) ?? 0) : 0,
        })),
        ...builtIn.map((row) => ({
          id: row.id,
          model_id: row.modelId,
          name: row.name,
          company: row.company,
          description: describedIn(locale, row),
          aliases: row.aliases,
          enabled: row.enabled,
          is_usable: usable.has(row.id),
          is_built_in: true,
          votes: votes.get(row.id) ?? 0,
        })),
      ]
    },
    async votes(reason: VoteFault | 'any' | 'counted' | '', page: number, size: number) {
      const where =
        reason === ''
          ? undefined
          : reason === 'counted'
            ? eq(arenaVote.whyNot, '')
            : reason === 'any'
              ? ne(arenaVote.whyNot, '')
              : eq(arenaVote.whyNot, reason)
      const rows = await db
        .select({ vote: arenaVote, question: arenaTurn.question, feedback: arenaFeedback.text, ban: arenaBan.userId })
        .from(arenaVote)
        .innerJoin(arenaTurn, and(eq(arenaTurn.pkId, arenaVote.pkId), eq(arenaTurn.side, 0), eq(arenaTurn.round, 1)))
        .leftJoin(arenaFeedback, eq(arenaFeedback.pkId, arenaVote.pkId))
        .leftJoin(arenaBan, eq(arenaBan.userId, arenaVote.userId))
        .where(where)
        .orderBy(desc(arenaVote.at), desc(arenaVote.pkId))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(arenaVote).where(where)
      const names = new Map(
        (await people.getMany([...new Set(rows.map(({ vote }) => vote.userId))])).map((one) => [one.id, one.name]),
      )
      const models = await participants.byIds([
        ...new Set(rows.flatMap(({ vote }) => [vote.leftModel, vote.rightModel])),
      ])
      return {
        total: total!.n,
        votes: rows.map(({ vote, question, feedback, ban }) => ({
          pk_id: vote.pkId,
          voter_id: vote.userId,
          voter: names.get(vote.userId) ?? '',
          left: models.get(vote.leftModel)?.name ?? '',
          right: models.get(vote.rightModel)?.name ?? '',
          result: vote.result,
          scene: vote.scene,
          field: vote.field,
          question,
          why_not: vote.whyNot,
          feedback: feedback ?? '',
          at: vote.at,
          is_banned: ban !== null,
        })),
      }
    },
    async setField(pkId: string, field: ArenaField): Promise<void> {
      await db.transaction(async (tx) => {
        const changed = await tx
          .update(arenaPk)
          .set({ field })
          .where(eq(arenaPk.id, pkId))
          .returning({ id: arenaPk.id })
        if (!changed.length) throw errors.notFound({ what: 'battle' })
        await tx.update(arenaVote).set({ field }).where(eq(arenaVote.pkId, pkId))
      })
    },
    /** Excludes all votes of a person, or counts them again. Votes excluded for another reason stay excluded. */
    async ban(userId: string, banned: boolean, actorId: string): Promise<void> {
      const [person] = await people.getMany([userId])
      if (!person) throw errors.notFound({ what: 'user' })
      await db.transaction(async (tx) => {
        if (banned) await tx.insert(arenaBan).values({ userId, createdAt: clock.now() }).onConflictDoNothing()
        else await tx.delete(arenaBan).where(eq(arenaBan.userId, userId))
        const was: (VoteFault | '')[] = banned ? ['', 'outlier'] : ['banned']
        await tx
          .update(arenaVote)
          .set({ whyNot: banned ? 'banned' : '' })
          .where(and(eq(arenaVote.userId, userId), inArray(arenaVote.whyNot, was)))
      })
      await audit.record({ actorId, action: banned ? 'arena.ban' : 'arena.unban', target: userId })
    },
    /** Counted votes, without texts and voters. */
    async csv(): Promise<string> {
      const rows = await db.select().from(arenaVote).where(eq(arenaVote.whyNot, '')).orderBy(arenaVote.pkId)
      const head = 'battle,left_model,right_model,scene,field,result,day'
      const day = (at: number) => new Date(at).toISOString().slice(0, 10)
      const lines = rows.map((row) =>
        [row.pkId, row.leftModel, row.rightModel, row.scene, row.field, row.result, day(row.at)].join(','),
      )
      return [head, ...lines, ''].join('\n')
    },
  }
}
export type ArenaAdmin = ReturnType<typeof createArenaAdmin>
