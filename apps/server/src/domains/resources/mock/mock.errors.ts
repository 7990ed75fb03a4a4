import { defineErrors } from '#kit/errors.ts'

export const mockErrors = defineErrors({
  badSubject: {
    code: 702380001,
    status: 400,
    en: 'mockSubject: componentID must be a tool, and parentComponentID its plugin',
    zh: 'mockSubject：componentID 须为工具，parentComponentID 须为其所属插件',
  },
  badAnswer: {
    code: 702380002,
    status: 400,
    en: 'responseExpect.responseExpectRule: must be JSON',
    zh: 'responseExpect.responseExpectRule：须为 JSON',
  },
  badFilter: {
    code: 702380003,
    status: 400,
    en: 'requestFilter.requestFilterRule: must be a JSON object of arguments and their values',
    zh: 'requestFilter.requestFilterRule：须为参数与取值的 JSON 对象',
  },
  badInput: {
    code: 702380004,
    status: 400,
    en: 'caseBase.input: must be a JSON object',
    zh: 'caseBase.input：须为 JSON 对象',
  },
  nameTaken: {
    code: 702380005,
    status: 409,
    en: 'caseBase.name: {name} is there already',
    zh: 'caseBase.name：{name} 已存在',
  },
  tooMany: { code: 702380006, status: 400, en: 'There may be at most {max}', zh: '最多 {max} 个' },
  notEnded: { code: 702380007, status: 409, en: 'This has ended already', zh: '任务已结束' },
})
