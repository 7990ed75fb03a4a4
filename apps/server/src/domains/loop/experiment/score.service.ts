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
import { ResultType, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { userKey } from '#kit/user-key.ts'
import { givenOf, problemOf } from './experiment-pass.ts'
import { experimentErrors } from './experiment.errors.ts'
import {
  experiment,
  experimentCorrection,
  type ExperimentRow,
  experimentScore,
  experimentTurn,
  type ScoreRow,
  type TurnRow,
  type UsedEvaluator,
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
export interface HumanScore {
  turnId: string
  versionId: string
  /** Undefined if an option or a text is given. */
  score?: number | undefined
  value: string
  why: string
}
export interface GivenPoint {
  name: string
  result: ResultType
  /** Null for a metric of the whole experiment. */
  turnId: string | null
  number: number | undefined
  text: string
}
function requireInScale(content: EvaluatorContent, score: number) {
  const scale = ('scale' in content && content.scale) || { min: 0, max: 1 }
  const isFree = (content.kind === 'human' && content.result === ResultType.value) || content.kind === 'points'
  if (!isFree && (score < scale.min || score > scale.max))
    throw evaluatorErrors.outOfScale({ score, min: scale.min, max: scale.max })
}
interface Caller {
  spaceId: string
  userId: string
  signal: AbortSignal
}
const EXECUTE_MS = 60_000

/** Single scores and outputs: run alone, read, and corrected by people. */
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
  /** Content of the evaluator that gave a score; works even if the evaluator was deleted. */
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
    /** Scores one row with an evaluator version. The record is stored even if scoring fails. */
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
    /** Runs a frozen target on one row. The record is stored even if the run fails. */
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
    /** Stores a correction beside the automatic score, with a history of changes. */
    async correct(spaceId: string, userId: string, id: string, score: number, why: string): Promise<ScoreRow> {
      const row = await one(spaceId, id)
      const content = await contentOf(row)
      requireInScale(content, score)
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
    /** Stores a person's score: as the score itself in a human column, otherwise as a correction. */
    async setHuman(spaceId: string, userId: string, row: ExperimentRow, given: HumanScore): Promise<void> {
      const used = row.evaluators.find(({ versionId }) => versionId === given.versionId)
      if (!used) throw experimentErrors.evaluatorGone()
      const { content } = used
      const isWord = given.score === undefined
      if (!isWord) requireInScale(content, given.score!)
      const ofTurn = and(
        eq(experimentScore.turnId, given.turnId),
        eq(experimentScore.evaluatorVersionId, given.versionId),
      )
      const [known] = await db.select().from(experimentScore).where(ofTurn)
      const at = clock.now()
      const said = {
        score: given.score ?? null,
        normal: isWord ? null : normalScore(content, given.score!),
        value: given.value,
        reason: given.why,
      }
      await db.transaction(async (tx) => {
        let scoreId = known?.id
        if (!known || content.kind === 'human') {
          scoreId ??= newId()
          const base = { experimentId: row.id, turnId: given.turnId, spaceId, evaluatorVersionId: given.versionId }
          await tx
            .insert(experimentScore)
            .values({
              id: scoreId,
              ...base,
              evaluatorId: used.evaluatorId,
              status: 1,
              fields: {},
              ...said,
              createdBy: userId,
              createdAt: at,
            })
            .onConflictDoUpdate({
              target: [experimentScore.turnId, experimentScore.evaluatorVersionId],
              set: { ...said, status: 1, createdBy: userId, createdAt: at },
            })
        } else
          await tx
            .update(experimentScore)
            .set({
              value: given.value,
              correctedScore: said.score,
              correctedNormal: said.normal,
              correctedWhy: given.why,
              correctedBy: userId,
              correctedAt: at,
            })
            .where(eq(experimentScore.id, known.id))
        if (!isWord)
          await tx
            .insert(experimentCorrection)
            .values({ id: newId(), scoreId: scoreId!, score: given.score!, why: given.why, userId, createdAt: at })
      })
    },
    /** Adds human columns without weight; existing columns stay unchanged. */
    async addHumanColumns(
      id: string,
      columns: Pick<UsedEvaluator, 'versionId' | 'name' | 'content'>[],
    ): Promise<ExperimentRow> {
      return db.transaction(async (tx) => {
        const [locked] = await tx.select().from(experiment).where(eq(experiment.id, id)).for('update')
        if (!locked) throw errors.notFound({ what: 'experiment' })
        const fresh = columns
          .filter(({ versionId }) => !locked.evaluators.some((one) => one.versionId === versionId))
          .map((one) => ({
            ...one,
            evaluatorId: one.versionId,
            version: '0.0.1',
            weight: 0,
            fromSet: [],
            fromTarget: [],
          }))
        if (!fresh.length) return locked
        const evaluators = [...locked.evaluators, ...fresh]
        await tx.update(experiment).set({ evaluators }).where(eq(experiment.id, id))
        return { ...locked, evaluators }
      })
    },
    /** Stores points that a program submits. An unknown metric becomes a new column without weight. */
    async givePoints(row: ExperimentRow, userId: string, points: GivenPoint[]): Promise<void> {
      await db.transaction(async (tx) => {
        const [locked] = await tx.select().from(experiment).where(eq(experiment.id, row.id)).for('update')
        if (!locked) throw errors.notFound({ what: 'experiment' })
        const evaluators = [...locked.evaluators]
        const known = new Map(
          evaluators.flatMap((one) => (one.content.kind === 'points' ? [[one.content.metric, one] as const] : [])),
        )
        for (const { name, result } of points) {
          if (known.has(name)) continue
          const content = { kind: 'points' as const, metric: name, result }
          const base = { evaluatorId: newId(), versionId: newId(), name, version: '0.0.1', weight: 0 }
          const fresh = { ...base, content, fromSet: [], fromTarget: [] }
          known.set(name, fresh)
          evaluators.push(fresh)
        }
        if (evaluators.length > locked.evaluators.length)
          await tx.update(experiment).set({ evaluators }).where(eq(experiment.id, row.id))
        for (const { name, turnId, number, text } of points) {
          const { versionId, evaluatorId } = known.get(name)!
          const said = { score: number ?? null, normal: null, value: text, status: 1 as const }
          const ofRow = {
            experimentId: row.id,
            turnId,
            spaceId: row.spaceId,
            evaluatorVersionId: versionId,
            evaluatorId,
          }
          await tx
            .insert(experimentScore)
            .values({ id: newId(), ...ofRow, fields: {}, ...said, createdBy: userId, createdAt: clock.now() })
            .onConflictDoUpdate({ target: [experimentScore.turnId, experimentScore.evaluatorVersionId], set: said })
        }
      })
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
