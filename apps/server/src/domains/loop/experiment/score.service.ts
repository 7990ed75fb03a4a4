import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import { evaluatorErrors } from '#domains/loop/evaluator/evaluator.errors.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import type { Judge } from '#domains/loop/evaluator/judge.service.ts'
import { normalScore } from '#domains/loop/evaluator/shared/evaluator-inputs.ts'
import type { EvaluatorContent } from '@orrery/contract'
import { TurnState } from '@orrery/contract/shared/evaluation-enums'
import { userKey } from '#kit/user-key.ts'
import { givenOf, problemOf } from './experiment-pass.ts'
import { experimentErrors } from './experiment.errors.ts'
import {
  experiment,
  experimentCorrection,
  experimentScore,
  experimentTurn,
  type ScoreRow,
  type TurnRow,
} from './experiment.table.ts'

export interface ScoreDeps {
  db: Db
  evaluators: Pick<EvaluatorService, 'ready'>
  targets: EvalTargets
  judge: Judge
  eraseUserData(userKey: string): Promise<void>
  newId: NewId
  clock: Clock
}
interface Caller {
  spaceId: string
  userId: string
  signal: AbortSignal
}
const EXECUTE_MS = 60_000

/** Single scores and outputs: run on their own, read, and corrected by people. */
export function createScores({ db, evaluators, targets, judge, eraseUserData, newId, clock }: ScoreDeps) {
  async function scores(spaceId: string, ids: string[]): Promise<ScoreRow[]> {
    if (!ids.length) return []
    const rows = await db
      .select()
      .from(experimentScore)
      .where(and(eq(experimentScore.spaceId, spaceId), inArray(experimentScore.id, ids)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  async function one(spaceId: string, id: string): Promise<ScoreRow> {
    const [row] = await scores(spaceId, [id])
    if (!row) throw errors.notFound({ what: 'score' })
    return row
  }
  /** By what it was scored, also when the evaluator is deleted. */
  async function contentOf({ spaceId, experimentId, evaluatorVersionId }: ScoreRow): Promise<EvaluatorContent> {
    const [found] = experimentId ? await db.select().from(experiment).where(eq(experiment.id, experimentId)) : []
    const used = found?.evaluators.find(({ versionId }) => versionId === evaluatorVersionId)
    const content =
      used?.content ?? (await evaluators.ready(spaceId, [evaluatorVersionId])).get(evaluatorVersionId)?.content
    if (!content) throw experimentErrors.evaluatorGone()
    return content
  }
  return {
    scores,
    one,
    /** Scores one row by a version. The record stays, also when there is no score. */
    async run(
      { spaceId, userId, signal }: Caller,
      versionId: string,
      fields: Record<string, string>,
    ): Promise<ScoreRow> {
      const found = (await evaluators.ready(spaceId, [versionId])).get(versionId)
      if (!found) throw errors.notFound({ what: 'evaluator' })
      const began = performance.now()
      const base = {
        id: newId(),
        spaceId,
        evaluatorVersionId: versionId,
        evaluatorId: found.evaluatorId,
        fields,
        createdBy: userId,
        createdAt: clock.now(),
      }
      const result = await judge(found, spaceId, fields, signal).then(
        (given) => givenOf(found, given),
        (cause: unknown) => ({ status: 2 as const, ...problemOf(cause) }),
      )
      const ms = Math.round(performance.now() - began)
      await db.insert(experimentScore).values({ ...base, ...result, ms })
      return one(spaceId, base.id)
    },
    /** Runs a frozen target on one row. The record stays, also when it failed. */
    async execute(
      { spaceId, userId, signal }: Caller,
      versionId: string,
      fields: Record<string, string>,
    ): Promise<TurnRow> {
      const { version } = await targets.version(spaceId, versionId)
      const [id, now] = [newId(), clock.now()]
      const either = AbortSignal.any([signal, AbortSignal.timeout(EXECUTE_MS)])
      const endUser = `eval-${id}/0-0`
      const given = await targets
        .runnerOf(version)({ spaceId, userId, endUser, signal: either }, { fields, history: [] })
        .then(
          (output) => ({ ...output, hasOutput: true, state: TurnState.success }),
          (cause: unknown) => ({ outputs: {}, state: TurnState.fail, ...problemOf(cause) }),
        )
      await eraseUserData(userKey(userId, `eval-${id}`))
      const row = {
        id,
        spaceId,
        targetVersionId: versionId,
        itemId: '0',
        trial: 0,
        turn: 0,
        pos: 0,
        hash: '',
        input: fields,
      }
      await db.insert(experimentTurn).values({ ...row, ...given, createdBy: userId, createdAt: now, updatedAt: now })
      return (await db.select().from(experimentTurn).where(eq(experimentTurn.id, id)))[0]!
    },
    async outputs(spaceId: string, ids: string[]): Promise<TurnRow[]> {
      if (!ids.length) return []
      const rows = await db
        .select()
        .from(experimentTurn)
        .where(and(eq(experimentTurn.spaceId, spaceId), inArray(experimentTurn.id, ids)))
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    /** What a person says stands beside what the evaluator gave; each change is kept. */
    async correct(spaceId: string, userId: string, id: string, score: number, why: string): Promise<ScoreRow> {
      const row = await one(spaceId, id)
      const content = await contentOf(row)
      const { min, max } = ('scale' in content && content.scale) || { min: 0, max: 1 }
      if (score < min || score > max) throw evaluatorErrors.outOfScale({ score, min, max })
      const at = clock.now()
      await db.transaction(async (tx) => {
        await tx
          .update(experimentScore)
          .set({
            correctedScore: score,
            correctedNormal: normalScore(content, score),
            correctedWhy: why,
            correctedBy: userId,
            correctedAt: at,
          })
          .where(eq(experimentScore.id, id))
        await tx.insert(experimentCorrection).values({ id: newId(), scoreId: id, score, why, userId, createdAt: at })
      })
      return one(spaceId, id)
    },
    async corrections(spaceId: string, id: string, size: number) {
      await one(spaceId, id)
      return db
        .select()
        .from(experimentCorrection)
        .where(eq(experimentCorrection.scoreId, id))
        .orderBy(desc(experimentCorrection.id))
        .limit(size)
    },
  }
}
export type Scores = ReturnType<typeof createScores>
