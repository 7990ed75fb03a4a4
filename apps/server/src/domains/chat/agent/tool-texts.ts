import type { Locale } from '#kit/errors.ts'
import { problemInChinese } from '#kit/json-schema/problem-texts.ts'

type Refusal =
  | { why: 'unknown'; tool: string }
  | { why: 'notAllowed' }
  | { why: 'arguments'; problem: string }
  | { why: 'repeated' }

/** Why a tool was not called. The model reads it and may correct itself; people see it in the steps of the answer. */
export function notCalled(refusal: Refusal, locale: Locale): string {
  return locale === 'zh-CN' ? `未调用：${inChinese(refusal)}` : `Not called: ${inEnglish(refusal)}`
}

function inEnglish(refusal: Refusal): string {
  switch (refusal.why) {
    case 'unknown':
      return `there is no tool named ${refusal.tool}`
    case 'notAllowed':
      return 'the user did not allow this call'
    case 'arguments':
      return refusal.problem
    case 'repeated':
      return 'this call was made several times with the same arguments. Answer with what is known'
  }
}

function inChinese(refusal: Refusal): string {
  switch (refusal.why) {
    case 'unknown':
      return `没有名为 ${refusal.tool} 的工具`
    case 'notAllowed':
      return '用户未允许此次调用'
    case 'arguments':
      return problemInChinese(refusal.problem)
    case 'repeated':
      return '已多次以相同参数调用，请根据已知信息回答'
  }
}
