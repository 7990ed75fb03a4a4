import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const mockErrors = defineErrors(ErrorCode.mock, {
  badSubject: {
    status: 400,
    en: 'mockSubject: componentID must be a tool, and parentComponentID its plugin',
    zh: 'mockSubject：componentID 须为工具，parentComponentID 须为其所属插件',
  },
  noMock: {
    status: 400,
    en: 'No mock set answers this call of {tool}. Add a rule for it, or let the tools run for real',
    zh: '没有 Mock 集合匹配对工具 {tool} 的这次调用，请添加规则或改用真实工具',
  },
  badAnswer: {
    status: 400,
    en: 'responseExpect.responseExpectRule: must be JSON',
    zh: 'responseExpect.responseExpectRule：须为 JSON',
  },
  badFilter: {
    status: 400,
    en: 'requestFilter.requestFilterRule: must be a JSON object of arguments and their values',
    zh: 'requestFilter.requestFilterRule：须为参数与取值的 JSON 对象',
  },
  badInput: {
    status: 400,
    en: 'caseBase.input: must be a JSON object',
    zh: 'caseBase.input：须为 JSON 对象',
  },
  nameTaken: {
    status: 409,
    en: 'caseBase.name: {name} already exists',
    zh: 'caseBase.name：{name} 已存在',
  },
  tooMany: { status: 400, en: 'You have reached the limit of {max}', zh: '最多 {max} 个' },
  notEnded: { status: 409, en: 'This has already ended', zh: '任务已结束' },
})
