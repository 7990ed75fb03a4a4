import { defineErrors } from '#kit/errors.ts'

export const variableErrors = defineErrors({
  unknown: {
    code: 702310001,
    status: 400,
    en: '{keyword}: there is no variable of this name',
    zh: '{keyword}：没有此变量',
  },
  readOnly: {
    code: 702310002,
    status: 400,
    en: '{keyword}: this variable can only be read',
    zh: '{keyword}：此变量只读',
  },
  disabled: {
    code: 702310003,
    status: 400,
    en: '{keyword}: this variable is switched off',
    zh: '{keyword}：此变量已停用',
  },
  wrongType: {
    code: 702310004,
    status: 400,
    en: '{keyword}: the value must be of the type {type}',
    zh: '{keyword}：值必须是 {type} 类型',
  },
  badSchema: {
    code: 702310005,
    status: 400,
    en: '{keyword}: Schema is not the description of a type ({reason})',
    zh: '{keyword}：Schema 不是有效的类型描述（{reason}）',
  },
  twice: { code: 702310006, status: 400, en: '{keyword}: stands there twice', zh: '{keyword}：重复' },
  systemOnly: {
    code: 702310007,
    status: 400,
    en: '{keyword}: variables of this channel are made by the system',
    zh: '{keyword}：此类变量由系统提供',
  },
  ownerNeeded: {
    code: 702310008,
    status: 400,
    en: 'bot_id: say which bot or project the variables are of',
    zh: 'bot_id：请指定智能体或项目',
  },
})
