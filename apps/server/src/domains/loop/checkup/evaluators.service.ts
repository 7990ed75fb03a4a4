import { and, eq, inArray } from 'drizzle-orm'
import type { EvaluatorContent } from '@orrery/contract'
import type { Db } from '#kit/db.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import { checkupEvaluator } from './checkup.table.ts'
import { type CheckKey, checks } from './shared/checks.ts'

interface Deps {
  db: Db
  evaluators: Pick<EvaluatorService, 'createInline' | 'getMany'>
}
/** Creates each evaluator once per space, so that scores of two check-ups come from the same evaluator. */
export function createCheckupEvaluators({ db, evaluators }: Deps) {
  async function known(spaceId: string, keys: string[]): Promise<Map<string, string>> {
    if (!keys.length) return new Map()
    const rows = await db
      .select()
      .from(checkupEvaluator)
      .where(and(eq(checkupEvaluator.spaceId, spaceId), inArray(checkupEvaluator.key, keys)))
    return new Map(rows.map(({ key, versionId }) => [key, versionId]))
  }
  return async (
    spaceId: string,
    userId: string,
    wanted: { key: CheckKey; content: EvaluatorContent }[],
  ): Promise<Map<CheckKey, string>> => {
    const nameOf = ({ key, content }: (typeof wanted)[number]) =>
      content.kind === 'metric' ? `${key}/${content.worst}` : key
    const before = await known(spaceId, wanted.map(nameOf))
    for (const one of wanted.filter((item) => !before.has(nameOf(item)))) {
      const id = await evaluators.createInline(spaceId, userId, checks[one.key].name[0], one.content)
      const [made] = await evaluators.getMany(spaceId, [id])
      await db
        .insert(checkupEvaluator)
        .values({ spaceId, key: nameOf(one), versionId: made!.latest!.id })
        .onConflictDoNothing()
    }
    const now = await known(spaceId, wanted.map(nameOf))
    return new Map(wanted.map((one) => [one.key, now.get(nameOf(one))!]))
  }
}
export type CheckupEvaluators = ReturnType<typeof createCheckupEvaluators>
