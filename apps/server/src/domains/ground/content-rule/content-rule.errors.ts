import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const contentRuleErrors = defineErrors(ErrorCode.contentRule, {
  /** The message of the rule, in each language. */
  refused: { status: 400, en: '{field}: {en}', zh: '{field}：{zh}' },
})
