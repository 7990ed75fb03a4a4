import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const evalTargetErrors = defineErrors(ErrorCode.evalTarget, {
  noSource: {
    status: 400,
    en: "source_target_id: what you want to evaluate doesn't exist or was deleted. Choose something else",
    zh: 'source_target_id：要评测的对象不存在或已删除，请另选一个',
  },
  notPublished: {
    status: 400,
    en: 'source_target_version: there is no published version. Publish it first, or evaluate the draft',
    zh: 'source_target_version：没有已发布的版本，请先发布，或评测草稿',
  },
  asksUser: {
    status: 400,
    en: 'The target asks the user, and there is nobody to answer',
    zh: '评测对象需要用户回答，但没有人可以回答',
  },
  timedOut: {
    status: 400,
    en: 'The target gave no answer within {seconds} s',
    zh: '评测对象未在 {seconds} 秒内给出结果',
  },
  cancelled: { status: 400, en: 'The run of the workflow was cancelled', zh: '工作流运行已被取消' },
  failed: { status: 400, en: '{problem}', zh: '{problemZh}' },
  noOutput: {
    status: 400,
    en: 'The row has no output to score. Fill the column that is mapped to output',
    zh: '该条数据没有可评分的输出，请填写映射到 output 的列',
  },
  notRun: {
    status: 400,
    en: 'It was not run, because an earlier turn of the row failed',
    zh: '未运行，因为该条数据的前一轮失败',
  },
  badRuntime: {
    status: 400,
    en: 'runtime_parameter: {problem}',
    zh: 'runtime_parameter：{problemZh}',
  },
})
