import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const evaluatorErrors = defineErrors(ErrorCode.evaluator, {
  nameTaken: {
    status: 409,
    en: 'name: there is an evaluator of this name. Choose another name',
    zh: 'name：已有同名评估器，请更换名称',
  },
  badVersion: {
    status: 400,
    en: 'version: it must be a version such as 1.0.0, at most 50 characters',
    zh: 'version：须为类似 1.0.0 的版本号，最多 50 个字符',
  },
  notNewer: {
    status: 400,
    en: 'version: it must be greater than {last}',
    zh: 'version：须大于 {last}',
  },
  nothingChanged: {
    status: 400,
    en: 'The draft is the same as version {version}. Change it first',
    zh: '草稿与版本 {version} 相同，请先修改',
  },
  oneKind: {
    status: 400,
    en: 'evaluator_content: it needs exactly one of prompt_evaluator, code_evaluator and builtin_evaluator',
    zh: 'evaluator_content：须且只能包含 prompt_evaluator、code_evaluator、builtin_evaluator 之一',
  },
  badRole: {
    status: 400,
    en: 'evaluator_content.prompt_evaluator.message_list: messages of a judge are of the system (1) or the user (2), and one of the user has a text',
    zh: 'evaluator_content.prompt_evaluator.message_list：裁判的消息只能是系统（1）或用户（2），且至少一条用户消息有内容',
  },
  noFunction: {
    status: 400,
    en: 'evaluator_content.code_evaluator.code: it must define a function exec_evaluation(turn) or evaluate(fields)',
    zh: 'evaluator_content.code_evaluator.code：须定义函数 exec_evaluation(turn) 或 evaluate(fields)',
  },
  badRegex: {
    status: 400,
    en: 'evaluator_content.builtin_evaluator.contents: {pattern} is not a regular expression: {problem}',
    zh: 'evaluator_content.builtin_evaluator.contents：{pattern} 不是有效的正则表达式：{problem}',
  },
  contentsMissing: {
    status: 400,
    en: 'evaluator_content.builtin_evaluator.contents: the rule {rule} needs a text to compare with',
    zh: 'evaluator_content.builtin_evaluator.contents：规则 {rule} 需要填写用于比较的文本',
  },
  noModel: {
    status: 400,
    en: "evaluator_content.prompt_evaluator.model_config.id: the space doesn't have this model. Choose another one",
    zh: 'evaluator_content.prompt_evaluator.model_config.id：空间没有该模型，请另选一个',
  },
  noScore: { status: 400, en: 'The evaluator gave no score: {answer}', zh: '评估器未给出分数：{answer}' },
  outOfScale: {
    status: 400,
    en: 'The score {score} is not between {min} and {max}',
    zh: '分数 {score} 不在 {min} 到 {max} 之间',
  },
  timeout: {
    status: 503,
    en: 'The evaluator gave no answer within {seconds} s',
    zh: '评估器未在 {seconds} 秒内给出结果',
  },
  badTrajectory: {
    status: 400,
    en: '{field}: it must be a JSON list of calls, each with the name of a tool',
    zh: '{field}：须为调用的 JSON 数组，每项包含工具名称',
  },
  noTemplate: {
    status: 404,
    en: 'builtin_template_key: there is no template {key}',
    zh: 'builtin_template_key：没有模板 {key}',
  },
  notYours: {
    status: 403,
    en: 'Only its creator, or an owner or admin of the space, can delete an evaluator',
    zh: '只有创建者、空间所有者或管理员可以删除评估器',
  },
  tooMany: {
    status: 400,
    en: 'A space has at most {max} evaluators. Delete one first',
    zh: '每个空间最多 {max} 个评估器，请先删除不用的评估器',
  },
  givenElsewhere: {
    status: 400,
    en: 'People or programs give this score. It cannot be computed',
    zh: '该评分由人工或外部程序给出，无法自动计算',
  },
})
