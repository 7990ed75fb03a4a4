import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const evaluatorSetErrors = defineErrors(ErrorCode.evaluatorSet, {
  noRule: {
    status: 400,
    en: '{field}: fill in {part}, which a rule of this type consists of',
    zh: '{field}：请填写该类型规则所需的 {part}',
  },
  badType: {
    status: 400,
    en: '{field}: there is no evaluator type {type}. Choose one of the types that are listed',
    zh: '{field}：没有评估器类型 {type}，请从类型列表中选择',
  },
  noPrompt: {
    status: 400,
    en: "{field}: this prompt doesn't exist or was deleted. Choose another one",
    zh: '{field}：该提示词不存在或已删除，请另选一个',
  },
  notYours: {
    status: 403,
    en: 'Only the person who made it, or an owner or admin of the space, can delete a list of evaluators',
    zh: '只有创建者、空间所有者或管理员可以删除评估器组',
  },
  tooMany: {
    status: 400,
    en: 'A list holds at most {max} evaluators. Remove one first',
    zh: '一个评估器组最多 {max} 个评估器，请先移除一个',
  },
})
