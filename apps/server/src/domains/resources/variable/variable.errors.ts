import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const variableErrors = defineErrors(ErrorCode.variable, {
  unknown: {
    status: 400,
    en: '{keyword}: there is no variable with this name',
    zh: '{keyword}：没有此变量',
  },
  readOnly: {
    status: 400,
    en: '{keyword}: this variable is read-only',
    zh: '{keyword}：此变量只读',
  },
  disabled: {
    status: 400,
    en: '{keyword}: this variable is turned off',
    zh: '{keyword}：此变量已停用',
  },
  wrongType: {
    status: 400,
    en: '{keyword}: the value must be of the type {type}',
    zh: '{keyword}：值必须是 {type} 类型',
  },
  badSchema: {
    status: 400,
    en: '{keyword}: Schema is not the description of a type ({reason})',
    zh: '{keyword}：Schema 不是有效的类型描述（{reason}）',
  },
  twice: { status: 400, en: '{keyword}: exists twice', zh: '{keyword}：重复' },
  systemOnly: {
    status: 400,
    en: '{keyword}: these variables are managed by the system',
    zh: '{keyword}：此类变量由系统提供',
  },
  ownerNeeded: {
    status: 400,
    en: 'bot_id: give the bot or project of the variables',
    zh: 'bot_id：请指定智能体或项目',
  },
})
