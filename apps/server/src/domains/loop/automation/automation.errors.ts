import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const automationErrors = defineErrors(ErrorCode.automation, {
  nameTaken: {
    status: 409,
    en: 'name: there is an automation of this name. Choose another name',
    zh: 'name：已有同名任务，请更换名称',
  },
  tooManyTasks: {
    status: 400,
    en: 'A space has at most {max} automations that are not over. Disable one first',
    zh: '每个空间最多 {max} 个未结束的任务，请先停用不用的任务',
  },
  badTransition: {
    status: 400,
    en: 'task_status: an automation that is {from} cannot become {to}',
    zh: 'task_status：任务当前为 {from}，不能变为 {to}',
  },
  nothingToDo: {
    status: 400,
    en: 'task.task_config.{field}: it must have at least one entry',
    zh: 'task.task_config.{field}：至少需要一项',
  },
  badPath: {
    status: 400,
    en: '{field}: {path} is not a path such as $.messages[0].content. Leave it empty to take the whole value',
    zh: '{field}：{path} 不是有效路径，应类似 $.messages[0].content；留空表示取整个值',
  },
  noEvaluator: {
    status: 400,
    en: 'evaluator_version_id: this evaluator does not exist or was deleted. Choose another one',
    zh: 'evaluator_version_id：评估器不存在或已删除，请另选一个',
  },
  costLimit: {
    status: 400,
    en: 'The judgements have reached the ceiling of {limit}',
    zh: '评分费用已达到上限 {limit}',
  },
  badTimes: {
    status: 400,
    en: '{field}: the end must be later than the start',
    zh: '{field}：结束时间须晚于开始时间',
  },
  spansMissing: {
    status: 404,
    en: 'span_ids: none of these spans exists',
    zh: 'span_ids：这些 Span 均不存在',
  },
})
