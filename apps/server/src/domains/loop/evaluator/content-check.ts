import type { EvaluatorContent } from '@orrery/contract'
import { rulesAlone } from '@orrery/contract/shared/evaluation-enums'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { evaluatorErrors } from './evaluator.errors.ts'
import { hasFunction } from './kinds/code.ts'

/** Refuses content that could never give a score, before it is stored or costs anything. */
export async function checkContent(
  content: EvaluatorContent,
  spaceId: string,
  models: Pick<ModelService, 'list'>,
): Promise<void> {
  if (content.kind === 'code' && !hasFunction(content)) throw evaluatorErrors.noFunction()
  if (content.kind === 'judge' && content.model_id) {
    const { model_id: modelId } = content
    if (!(await models.list(spaceId)).some(({ id, type }) => id === modelId && type === 0))
      throw evaluatorErrors.noModel()
  }
  if (content.kind !== 'rule') return
  const { rule, contents } = content
  if (!rulesAlone.includes(rule) && !contents.some(Boolean)) throw evaluatorErrors.contentsMissing({ rule })
  if (rule !== 'regex') return
  const problem = faultOf(contents[0]!)
  if (problem) throw evaluatorErrors.badRegex({ pattern: contents[0]!.slice(0, 100), problem })
}
/** Syntax error of a regular expression; empty if it is valid. */
function faultOf(pattern: string): string {
  try {
    return RegExp(pattern, 'u') && ''
  } catch (cause) {
    return (cause as Error).message
  }
}
