import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const interfaceErrors = defineErrors(ErrorCode.projectInterface, {
  none: {
    status: 404,
    en: 'project_id: this project has no interface yet. Create one first',
    zh: 'project_id：该项目还没有界面，请先创建',
  },
  packageGone: {
    status: 409,
    en: 'packages: {names} was deleted while this was being published. Import another version and publish again',
    zh: 'packages：发布期间 {names} 已被删除，请导入其他版本后重新发布',
  },
  noFiles: {
    status: 403,
    en: 'file: this interface takes no files. Reload the page',
    zh: 'file：该界面不接收文件，请重新加载页面',
  },
  badEdit: {
    status: 400,
    en: 'crdt_history: {path} {reason}. Reload the interface and try again',
    zh: 'crdt_history：{path} 无效（{reason}），请重新打开界面后再试',
  },
  tooLarge: {
    status: 400,
    en: 'crdt_history: an interface has at most {max} {what}. Remove some first',
    zh: 'crdt_history：界面最多包含 {max} 个{whatZh}，请先删除一部分',
  },
  hasProblem: {
    status: 400,
    en: '{where}: {what}. Fix it in the interface editor',
    zh: '{where}：{whatZh}，请在界面编辑器中修复',
  },
  unknownSource: {
    status: 404,
    en: 'source: this interface has no source “{name}”. Reload the page',
    zh: 'source：界面中没有数据源「{name}」，请重新加载页面',
  },
  mayNotWrite: {
    status: 403,
    en: 'request: this interface does not change the rows of “{name}” in this way',
    zh: 'request：该界面不允许以此方式修改「{name}」的数据',
  },
  runFailed: {
    status: 502,
    en: 'This could not be done. Try again in a moment',
    zh: '操作未能完成，请稍后再试',
  },
  asksBack: {
    status: 400,
    en: 'source: this workflow asks a person something in between. Use the chat component for it',
    zh: 'source：该工作流运行中需要向用户提问，请改用对话组件',
  },
  noRow: {
    status: 404,
    en: 'row: this row does not exist, or it is not yours',
    zh: 'row：该行不存在，或不属于你',
  },
  notPublished: {
    status: 404,
    en: 'version_code: this interface has no such published version',
    zh: 'version_code：界面没有该已发布版本',
  },
  tooMany: {
    status: 400,
    en: 'crdt_history: send at most {max} edits at a time',
    zh: 'crdt_history：每次最多提交 {max} 处修改',
  },
})
