import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const channelErrors = defineErrors(ErrorCode.channel, {
  unknown: {
    status: 404,
    en: 'connector_id: there is no such channel. Choose one of the list on the publish page',
    zh: 'connector_id：没有这个渠道，请从发布页的列表中选择',
  },
  notSetUp: {
    status: 404,
    en: 'This channel is not set up yet. Fill in its form first',
    zh: '该渠道尚未配置，请先填写配置表单',
  },
  missingField: { status: 400, en: 'config.{field}: enter {label}', zh: 'config.{field}：请填写{labelZh}' },
  badField: { status: 400, en: 'config.{field}: {problem}', zh: 'config.{field}：{problemZh}' },
  secretElsewhere: {
    status: 400,
    en: 'config.{field}: the address has changed. Enter this again: it is not sent to another address as it is',
    zh: 'config.{field}：API 地址已更改，请重新填写，原有凭据不会发送到新地址',
  },
  wrongMode: {
    status: 400,
    en: 'mode: {channel} cannot be connected this way. Choose {modes}',
    zh: 'mode：{channel} 不支持该连接方式，请选择 {modes}',
  },
  needsAddress: {
    status: 400,
    en: 'mode: the platform cannot reach {address}. Set PUBLIC_URL to a public https address, or let us connect to the platform',
    zh: 'mode：平台无法访问 {address}。请将 PUBLIC_URL 设为公网 https 地址，或改为由我们主动连接平台',
  },
  notTested: {
    status: 400,
    en: 'Test the connection of {channel} first: {reason}',
    zh: '请先测试 {channel} 的连接：{reasonZh}',
  },
  failedCheck: { status: 400, en: '{reason}', zh: '{reasonZh}' },
  tooMany: {
    status: 400,
    en: 'A space has at most {max} channel accounts. Remove one that is no longer used',
    zh: '每个空间最多 {max} 个渠道账号，请先移除不再使用的账号',
  },
  noLetter: {
    status: 404,
    en: 'This message is not waiting for a decision any more. Reload the list',
    zh: '该消息已无需处理，请刷新列表',
  },
  noLab: {
    status: 400,
    en: 'connector_id: this channel cannot be tried here. Set it up with an account of the platform instead',
    zh: 'connector_id：该渠道暂不支持试用，请使用平台账号进行配置',
  },
  alreadyUsed: {
    status: 409,
    en: 'This account of the platform already serves another bot here. Use another one, or remove it there first',
    zh: '该平台账号已用于本实例的另一个智能体，请换一个账号，或先在那边移除',
  },
})
