import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '../errors.ts'

/**
 * All outcomes of a failed request. Two rules for the texts: a refusal never names the resolved address, and every
 * failure before the response headers is the same `unreachable`, so that our answers cannot be used to scan ports.
 */
export const egressErrors = defineErrors(ErrorCode.egress, {
  badUrl: { status: 400, en: 'This is not a valid URL', zh: '这不是有效的网址' },
  schemeRefused: {
    status: 400,
    en: 'Only http and https URLs can be called',
    zh: '仅支持 http 和 https 网址',
  },
  userinfoRefused: {
    status: 400,
    en: 'Remove the user name and password from the URL. Use a header or a saved credential',
    zh: '网址中不能包含用户名或密码，请改用请求头或已保存的凭据',
  },
  hostRefused: {
    status: 403,
    en: '{host} is on a private or reserved network and is blocked. The instance owner can allow it under Administration › Egress',
    zh: '{host} 位于私有或保留网络，不允许访问。实例所有者可在“管理后台 › 出站访问”中放行',
  },
  portRefused: {
    status: 403,
    en: 'Port {port} is blocked. The instance owner can allow {host}:{port} under Administration › Egress',
    zh: '不允许访问端口 {port}。实例所有者可在“管理后台 › 出站访问”中放行 {host}:{port}',
  },
  badHeader: {
    status: 400,
    en: 'The header {name} has a name or a value that cannot be sent',
    zh: '请求头 {name} 的名称或值无法发送',
  },
  badMethod: { status: 400, en: 'The method {method} cannot be used', zh: '不支持请求方法 {method}' },
  badRequest: { status: 400, en: 'The request could not be built', zh: '无法构造该请求' },
  secretElsewhere: {
    status: 403,
    en: 'This credential belongs to {owner} and is not sent to {host}',
    zh: '该凭据属于 {owner}，不会发送给 {host}',
  },
  unreachable: {
    status: 502,
    en: '{host} could not be reached or did not respond in time',
    zh: '无法访问 {host}，或对方未及时响应',
  },
  tooManyRedirects: {
    status: 502,
    en: '{host} redirected more than {max} times',
    zh: '{host} 的重定向超过 {max} 次',
  },
  downgradeRefused: {
    status: 502,
    en: '{host} redirects from https to unprotected http, which is not followed',
    zh: '{host} 从 https 重定向到不安全的 http，已停止',
  },
  bodyNotForwarded: {
    status: 502,
    en: '{host} redirects the request to {next}. Call that URL directly',
    zh: '{host} 要求将相同内容发送到 {next}，请直接调用该地址',
  },
  redirectRefused: {
    status: 502,
    en: '{host} returned a redirect, which is not followed here',
    zh: '{host} 返回了重定向，此处不跟随',
  },
  tooLarge: {
    status: 502,
    en: 'The response of {host} is larger than {max} bytes',
    zh: '{host} 的响应超过 {max} 字节',
  },
  tooSlow: {
    status: 502,
    en: 'The response of {host} was not complete after {seconds} s',
    zh: '{host} 的响应在 {seconds} 秒内未完成',
  },
  stalled: {
    status: 502,
    en: '{host} sent nothing for {seconds} s during its response',
    zh: '{host} 在响应过程中 {seconds} 秒没有发送数据',
  },
  brokenAnswer: {
    status: 502,
    en: 'The response of {host} was interrupted or is damaged',
    zh: '{host} 的响应中断或已损坏',
  },
  notJson: { status: 502, en: 'The response of {host} is not JSON', zh: '{host} 的响应不是 JSON' },
  busy: {
    status: 503,
    en: 'Too many connections are open. Try again in a moment',
    zh: '当前打开的连接过多，请稍后重试',
  },
})
