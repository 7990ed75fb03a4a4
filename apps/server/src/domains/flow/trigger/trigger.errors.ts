import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const triggerErrors = defineErrors(ErrorCode.trigger, {
  badCron: {
    status: 400,
    en: 'config: {cron} is not a valid schedule. Write cron with five fields, e.g. "0 9 * * 1-5", and timeZone as e.g. "Asia/Shanghai"',
    zh: 'config：{cron} 不是有效的时间表。cron 为五段，如 "0 9 * * 1-5"，timeZone 如 "Asia/Shanghai"',
  },
  neverComes: {
    status: 400,
    en: 'config.cron: {cron} never occurs. Choose another day',
    zh: 'config.cron：{cron} 永远不会到来，请选择其他日期',
  },
  badJson: { status: 400, en: '{field}: must be a JSON object', zh: '{field}：须为 JSON 对象' },
  badConfig: { status: 400, en: 'config.{field}: {en}', zh: 'config.{field}：{zh}' },
  noSource: {
    status: 404,
    en: 'config.sourceId: choose something of this space that you may see; for chats, a bot that you may publish',
    zh: 'config.sourceId：请选择本空间中你可以查看的资源；对话事件须选择你可以发布的智能体',
  },
  makerGone: {
    status: 403,
    en: 'The owner of this trigger no longer has permission. Open the trigger and save it to run it on your behalf',
    zh: '此触发器所属的成员已没有权限。请打开触发器重新保存，之后将以你的身份运行',
  },
  forged: {
    status: 401,
    en: 'Invalid signature. Sign "<time>.<body>" with the secret of the webhook',
    zh: '签名不正确，请用 Webhook 密钥对 "<time>.<body>" 签名',
  },
  tooOld: {
    status: 401,
    en: 'The delivery was signed more than {minutes} minutes ago, or in the future',
    zh: '签名时间超出 {minutes} 分钟的有效范围',
  },
  wrongToken: {
    status: 401,
    en: 'Invalid token. Send the secret of the webhook as "Authorization: Bearer <secret>"',
    zh: '令牌不正确，请以 "Authorization: Bearer <密钥>" 发送 Webhook 密钥',
  },
  otherMethod: {
    status: 400,
    en: 'This webhook only accepts {method}',
    zh: '此 Webhook 仅接受 {method} 请求',
  },
  notListening: {
    status: 409,
    en: 'The editor is not listening for a test call. Press "Listen for a test call" first',
    zh: '当前没有等待测试调用，请先在编辑器中点击“监听测试调用”',
  },
  tooMany: {
    status: 400,
    en: 'A workflow can have max {max} triggers',
    zh: '每个工作流最多 {max} 个触发器',
  },
  tooDeep: {
    status: 400,
    en: '{max} workflows have started each other by events, so the chain was stopped. Remove the loop to continue',
    zh: '已有 {max} 个工作流因事件连续触发，到此停止。请打破循环触发',
  },
  needsValue: { status: 400, en: '{field}: this field is required', zh: '{field}：此项必填' },
  badValue: { status: 400, en: '{field}: {en}', zh: '{field}：{zh}' },
  noField: {
    status: 400,
    en: '{field}: the form no longer has this field. Reload the page',
    zh: '{field}：表单中没有此项。表单可能已更新，请重新加载页面',
  },
})
