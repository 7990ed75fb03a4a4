import type { EvaluatorContent, ShownEvaluator } from '@orrery/contract'
import { showContent, typeOf } from '#domains/loop/evaluator/shared/content-wire.ts'
import type { ExperimentRow, UsedEvaluator } from './experiment.table.ts'

const noNames: ReadonlyMap<string, string> = new Map()
export const typeOfContent = (content: EvaluatorContent): number => typeOf(content)

/** Shows an evaluator as an experiment used it, even if it was deleted since. */
export const shownUsed = (
  { versionId, evaluatorId, name, version, content }: UsedEvaluator,
  { spaceId }: Pick<ExperimentRow, 'spaceId'>,
  info: ShownEvaluator['base_info'],
): ShownEvaluator => ({
  evaluator_id: evaluatorId,
  space_id: spaceId,
  evaluator_type: typeOf(content),
  name,
  description: '',
  draft_submitted: true,
  base_info: info,
  current_version: {
    id: versionId,
    version,
    description: '',
    base_info: info,
    evaluator_content: showContent(content, noNames),
  },
  latest_version: version,
})
