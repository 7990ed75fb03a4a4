import type { EvaluatorContent, ShownEvaluator } from '@orrery/contract'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { createBaseInfos } from './shared/base-infos.ts'
import { showContent, typeOf } from './shared/content-wire.ts'
import type { EvaluatorService, FoundEvaluator } from './evaluator.service.ts'
import type { EvaluatorRow, EvaluatorVersionRow } from './evaluator.table.ts'

export interface EvaluatorViewDeps {
  people: Pick<PassportService, 'getMany'>
  models: Pick<ModelService, 'list'>
  evaluators: Pick<EvaluatorService, 'isSame'>
}
export function createEvaluatorView({ people, models, evaluators }: EvaluatorViewDeps) {
  const infos = createBaseInfos(people)
  const namesOf = async (spaceId: string) => new Map((await models.list(spaceId)).map(({ id, name }) => [id, name]))
  async function head(spaceId: string, rows: EvaluatorRow[], more: EvaluatorVersionRow[] = []) {
    const ids = [
      ...rows.flatMap(({ createdBy, editedBy }) => [createdBy, editedBy]),
      ...more.map((one) => one.createdBy),
    ]
    return { infoOf: await infos(ids), names: await namesOf(spaceId) }
  }
  const version = (
    { id, version: name, note, content }: Pick<EvaluatorVersionRow, 'id' | 'version' | 'note' | 'content'>,
    info: ShownEvaluator['base_info'],
    names: ReadonlyMap<string, string>,
  ) => ({
    id,
    version: name,
    description: note,
    base_info: info,
    evaluator_content: showContent(content, names),
  })
  const of = (row: EvaluatorRow, content: EvaluatorContent, info: ShownEvaluator['base_info'], latest: string) => ({
    evaluator_id: row.id,
    space_id: row.spaceId,
    evaluator_type: typeOf(content),
    name: row.name,
    description: row.description,
    base_info: info,
    latest_version: latest,
  })
  return {
    /** Shows evaluators with their draft as the current version. */
    async drafts(spaceId: string, list: FoundEvaluator[]): Promise<ShownEvaluator[]> {
      const { infoOf, names } = await head(
        spaceId,
        list.map(({ row }) => row),
      )
      return list.map(({ row, latest }) => ({
        ...of(row, row.draft, infoOf(row), latest?.version ?? ''),
        draft_submitted: latest !== undefined && evaluators.isSame(latest.content, row.draft),
        current_version: version(
          { id: latest?.id ?? '', version: latest?.version ?? '', note: latest?.note ?? '', content: row.draft },
          infoOf(row),
          names,
        ),
      }))
    },
    /** Shows evaluators in a given version. */
    async versions(
      spaceId: string,
      list: { evaluator: EvaluatorRow; version: EvaluatorVersionRow }[],
    ): Promise<ShownEvaluator[]> {
      const rows = list.map(({ evaluator }) => evaluator)
      const { infoOf, names } = await head(
        spaceId,
        rows,
        list.map((one) => one.version),
      )
      return list.map((one) => ({
        ...of(one.evaluator, one.version.content, infoOf(one.evaluator), one.version.version),
        draft_submitted: true,
        current_version: version(one.version, infoOf(one.version), names),
      }))
    },
    async versionList(spaceId: string, rows: EvaluatorVersionRow[]) {
      const { infoOf, names } = await head(spaceId, [], rows)
      return rows.map((row) => version(row, infoOf(row), names))
    },
  }
}
export type EvaluatorView = ReturnType<typeof createEvaluatorView>
