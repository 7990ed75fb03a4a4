import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const codePageErrors = defineErrors(ErrorCode.codePage, {
  broken: {
    status: 400,
    en: '{page}: {file}, line {line}: {message}. Change the code of the page and try again',
    zh: '{page}：{file} 第 {line} 行：{message}。请修改页面代码后重试',
  },
  none: {
    status: 404,
    en: 'page_id: there is no page with code under this id. Reload the interface',
    zh: 'page_id：没有对应的代码页面，请重新打开界面',
  },
})
