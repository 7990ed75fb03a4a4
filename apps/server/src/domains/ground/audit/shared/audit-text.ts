import { ConnectorId } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'

type Words = readonly [en: string, zh: string]

/** What an entry is about, by the beginning of its action. */
const subjects: Readonly<Record<string, Words>> = {
  account: ['account', '账号'],
  api_app: ['event app', '事件应用'],
  bot: ['bot', '智能体'],
  card: ['card', '卡片'],
  collaborator: ['collaborator', '协作者'],
  connector: ['channel authorisation', '渠道授权'],
  database: ['database', '数据库'],
  folder: ['folder', '文件夹'],
  instance: ['instance settings', '实例设置'],
  invite: ['invitation link', '邀请链接'],
  knowledge: ['knowledge base', '知识库'],
  market: ['store showcase', '商店推荐'],
  mcp: ['MCP server', 'MCP 服务'],
  member: ['member', '成员'],
  model: ['model', '模型'],
  'model.provider': ['model provider', '模型服务商'],
  oauth: ['OAuth app', 'OAuth 应用'],
  'oauth.key': ['key of an OAuth app', 'OAuth 应用的公钥'],
  'oauth.secret': ['secret of an OAuth app', 'OAuth 应用的密钥'],
  playground: ['API playground', 'API 试用'],
  plugin: ['plugin', '插件'],
  product: ['store listing', '商品'],
  project: ['project', '项目'],
  prompt: ['prompt', '提示词'],
  quota: ['usage limit', '用量限额'],
  share: ['public page or widget', '公开页面或网站挂件'],
  space: ['space', '空间'],
  takeout: ['data archive', '个人数据包'],
  token: ['token', '令牌'],
  trigger: ['trigger', '触发器'],
  webhook: ['webhook', 'Webhook'],
  workflow: ['workflow', '工作流'],
}

/** What was done, by the end of the action. */
const verbs: Readonly<Record<string, Words>> = {
  add: ['Added the {subject}', '添加了{subject}'],
  approve: ['Approved the {subject}', '通过了{subject}'],
  authorize: ['Authorised the {subject}', '授权了{subject}'],
  ban: ['Banned the {subject}', '封禁了{subject}'],
  begin: ['Requested the {subject}', '申请了{subject}'],
  create: ['Created the {subject}', '创建了{subject}'],
  delete: ['Deleted the {subject}', '删除了{subject}'],
  deleted: ['Deleted the {subject}', '删除了{subject}'],
  erased: ['Deleted their {subject}', '注销了{subject}'],
  expand: ['Raised the capacity of the {subject}', '扩容了{subject}'],
  offline: ['Took the {subject} offline', '下线了{subject}'],
  publish: ['Published the {subject}', '发布了{subject}'],
  purge: ['Permanently deleted the {subject}', '彻底删除了{subject}'],
  reject: ['Rejected the {subject}', '拒绝了{subject}'],
  relist: ['Listed the {subject} again', '重新上架了{subject}'],
  remove: ['Removed the {subject}', '移除了{subject}'],
  restore: ['Restored the {subject} from the bin', '从回收站恢复了{subject}'],
  revoke: ['Revoked the authorisation of the {subject}', '撤销了{subject}的授权'],
  rollback: ['Restored an earlier version of the {subject}', '恢复了{subject}的历史版本'],
  rotate: ['Replaced the secret of the {subject}', '更换了{subject}的密钥'],
  set: ['Set the {subject}', '设置了{subject}'],
  share: ['Changed the sharing of the {subject}', '修改了{subject}的共享范围'],
  submit: ['Submitted the {subject} for review', '提交审核了{subject}'],
  subscribe: ['Subscribed the {subject} to events', '为{subject}订阅了事件'],
  train: ['Started training the {subject}', '开始精调{subject}'],
  unban: ['Lifted the ban of the {subject}', '解除了{subject}的封禁'],
  unlist: ['Unlisted the {subject}', '下架了{subject}'],
  unpublish: ['Took the {subject} offline', '下线了{subject}'],
  unsubscribe: ['Unsubscribed the {subject} from events', '为{subject}取消了事件订阅'],
  update: ['Changed the {subject}', '修改了{subject}'],
  web_token: ['Issued a short-lived token for the {subject}', '为{subject}签发了短期令牌'],
  withdraw: ['Withdrew the {subject}', '撤回了{subject}'],
}
const channels: Readonly<Record<string, Words>> = {
  [ConnectorId.api]: ['API', 'API'],
  [ConnectorId.webSdk]: ['Web widget', '网站挂件'],
  [ConnectorId.page]: ['Public page', '公开页面'],
}

export interface AuditedEvent {
  action: string
  detail: Record<string, unknown>
  /** What the target is called, as far as that is known. */
  name: string
}

/** One sentence about an entry, without codes: what was done to what, by which version, on which channels. */
export function auditText({ action, detail, name }: AuditedEvent, locale: Locale): string {
  const at = locale === 'zh-CN' ? 1 : 0
  const parts = action.split('.')
  const subject = subjects[parts.slice(0, 2).join('.')] ?? subjects[parts[0]!]
  const verb = verbs[parts.at(-1)!] ?? verbs['update']!
  const called = name || (typeof detail['name'] === 'string' ? detail['name'] : '')
  const thing = subject?.[at] ?? (at ? '设置' : 'settings')
  const named = called ? (at ? `${thing}“${called}”` : `${thing} “${called}”`) : thing
  return verb[at].replace('{subject}', named) + versionOf(detail, at) + channelsOf(detail, at)
}

/** Versions of bots are numbers that say nothing to people: only those that are written as a version are shown. */
function versionOf({ version }: Record<string, unknown>, at: 0 | 1): string {
  if (typeof version !== 'string' || !/^v?\d+(\.\d+)+/.test(version)) return ''
  return at ? `，版本 ${version}` : `, version ${version}`
}

function channelsOf({ connectors }: Record<string, unknown>, at: 0 | 1): string {
  if (!Array.isArray(connectors) || connectors.length === 0) return ''
  const names = connectors.map((id) => channels[String(id)]?.[at] ?? (at ? '其他渠道' : 'another channel'))
  return at ? `，渠道：${[...new Set(names)].join('、')}` : ` (${[...new Set(names)].join(', ')})`
}
