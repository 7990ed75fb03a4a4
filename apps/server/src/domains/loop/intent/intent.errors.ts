import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const intentErrors = defineErrors(ErrorCode.intent, {
  stale: {
    status: 409,
    en: 'version: the intents were changed by someone else (version {current}). Reload them and edit again',
    zh: 'version：意图分类已被他人修改（版本 {current}），请重新加载后再编辑',
  },
  nameTaken: {
    status: 400,
    en: 'intents: {name} is there twice. Choose another name',
    zh: 'intents：「{name}」重复，请更换名称',
  },
})
