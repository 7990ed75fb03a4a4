import type { InterfaceDocument } from '@orrery/contract'
import type { InterfaceProblem, InterfaceProblemCode } from '@orrery/engine/interface'
import { interfaceErrors } from './interface.errors.ts'

const words: Record<InterfaceProblemCode, readonly [en: string, zh: string]> = {
  noPage: ['there is no page to begin with', '缺少首页'],
  badExpression: ['an expression can’t be read', '表达式无法识别'],
  unknownName: ['“{name}” is unknown', '「{name}」不存在'],
  unknownSource: ['the source “{name}” doesn’t exist', '数据源「{name}」不存在'],
  unknownVariable: ['the variable “{name}” doesn’t exist', '变量「{name}」不存在'],
  unknownPage: ['the page “{name}” doesn’t exist', '页面「{name}」不存在'],
  goneTarget: ['its workflow or database is no longer in the project', '所用的工作流或数据库已不在项目中'],
  missingInput: ['the workflow needs a value for “{name}”', '工作流的输入「{name}」未填写'],
  unknownType: ['the component “{name}” doesn’t exist', '组件「{name}」不存在'],
  wrongPlace: ['“{name}” can’t hold other components', '「{name}」不能包含其他组件'],
  doubleName: ['the name “{name}” is used twice', '名称「{name}」重复'],
  noChatflow: ['no chatflow is chosen', '未选择对话流'],
  secondChat: ['an interface has one chat', '一个界面只能有一个对话'],
  formWithoutButton: ['the form has no button', '表单没有按钮'],
  noAlt: ['the image has no text', '图片没有说明文字'],
  unreachable: ['no page leads here', '没有页面通向此处'],
}
/** A problem as an error that names page and component. */
export function problemError(document: InterfaceDocument, { code, page, node, part, name }: InterfaceProblem) {
  const title = document.pages[page]?.title ?? page
  const where = [title, document.nodes[node]?.name, part].filter(Boolean).join(' › ')
  const [what, whatZh] = words[code].map((text) => text.replace('{name}', name)) as [string, string]
  return interfaceErrors.hasProblem({ where, what, whatZh })
}
