import type { EvaluatorContent } from '@orrery/contract'
import { and, asc, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { evaluator, evaluatorVersion } from './automation.table.ts'

export interface ReadyEvaluator {
  versionId: string
  name: string
  version: string
  content: EvaluatorContent
}
export interface EvaluatorDeps {
  db: Db
  models: Pick<ModelService, 'list'>
  newId: NewId
  clock: Clock
}
const versionName = (number: number) => `0.0.${number}`

/** Evaluators of a space. A change makes another version: scores keep naming the one that gave them. */
export function createEvaluatorService({ db, models, newId, clock }: EvaluatorDeps) {
  const joined = () =>
    db
      .select({ evaluator, version: evaluatorVersion })
      .from(evaluatorVersion)
      .innerJoin(evaluator, eq(evaluator.id, evaluatorVersion.evaluatorId))
  return {
    async create(spaceId: string, userId: string, name: string, content: EvaluatorContent) {
      // A model that the space cannot use is refused now, not with every score.
      if (content.kind === 'judge' && content.model_id) {
        const { model_id: modelId } = content
        if (!(await models.list(spaceId)).some(({ id }) => id === modelId)) throw errors.notFound({ what: 'model' })
      }
      return db.transaction(async (tx) => {
        const now = clock.now()
        const made = { createdBy: userId, createdAt: now }
        await tx
          .insert(evaluator)
          .values({ id: newId(), spaceId, name, ...made })
          .onConflictDoNothing()
        const [row] = await tx
          .select()
          .from(evaluator)
          .where(and(eq(evaluator.spaceId, spaceId), sql`lower(${evaluator.name}) = lower(${name})`))
          .for('update')
        const last = await tx.$count(evaluatorVersion, eq(evaluatorVersion.evaluatorId, row!.id))
        // Saved again as it is, it stays the version that it was.
        const [same] = await tx
          .select({ id: evaluatorVersion.id })
          .from(evaluatorVersion)
          .where(
            and(
              eq(evaluatorVersion.evaluatorId, row!.id),
              eq(evaluatorVersion.number, last),
              sql`${evaluatorVersion.content} = ${JSON.stringify(content)}::jsonb`,
            ),
          )
        if (same) return { evaluatorId: row!.id, versionId: same.id, version: versionName(last) }
        const id = newId()
        await tx.insert(evaluatorVersion).values({ id, evaluatorId: row!.id, number: last + 1, content, ...made })
        return { evaluatorId: row!.id, versionId: id, version: versionName(last + 1) }
      })
    },
    /** Newest version first. */
    async list(spaceId: string, words?: string) {
      const rows = await joined()
        .where(and(eq(evaluator.spaceId, spaceId), words ? ilike(evaluator.name, likeText(words)) : undefined))
        .orderBy(asc(evaluator.name), desc(evaluatorVersion.number))
      return rows.map(({ evaluator: { id, name }, version }) => ({
        evaluatorId: id,
        versionId: version.id,
        name,
        version: versionName(version.number),
        content: version.content,
        createdAt: version.createdAt,
      }))
    },
    /** Those of a space that are still there. */
    async ready(spaceId: string, versionIds: string[]): Promise<Map<string, ReadyEvaluator>> {
      if (!versionIds.length) return new Map()
      const rows = await joined().where(and(eq(evaluator.spaceId, spaceId), inArray(evaluatorVersion.id, versionIds)))
      return new Map(
        rows.map(({ evaluator: { name }, version }) => [
          version.id,
          { versionId: version.id, name, version: versionName(version.number), content: version.content },
        ]),
      )
    },
    async remove(spaceId: string, id: string): Promise<void> {
      const { rowCount } = await db.delete(evaluator).where(and(eq(evaluator.id, id), eq(evaluator.spaceId, spaceId)))
      if (!rowCount) throw errors.notFound({ what: 'evaluator' })
    },
  }
}
export type EvaluatorService = ReturnType<typeof createEvaluatorService>
