import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const oauthErrors = defineErrors(ErrorCode.oauth, {
  appLimit: {
    status: 400,
    en: 'You have reached the limit of {max} apps. Delete one first',
    zh: '你已有 {max} 个应用，已达上限，请先删除一个',
  },
  badRedirect: {
    status: 400,
    en: 'redirect_uris: “{uri}” cannot be used. Give a full https address (http only on this machine), without #, user name or backslash',
    zh: 'redirect_uris：“{uri}”不可用。请填写完整的 https 地址（仅本机可用 http），不含 #、用户名或反斜杠',
  },
  redirectNotRegistered: {
    status: 400,
    en: 'redirect_uri: not one of those registered for this app',
    zh: 'redirect_uri：不在该应用登记的地址中',
  },
  unknownClient: {
    status: 400,
    en: 'client_id: there is no app with this ID, or it is turned off',
    zh: 'client_id：没有该应用，或应用已停用',
  },
  responseType: {
    status: 400,
    en: 'response_type: only “code” is supported',
    zh: 'response_type：仅支持“code”',
  },
  needChallenge: {
    status: 400,
    en: 'code_challenge: apps without a secret must send one, with code_challenge_method S256',
    zh: 'code_challenge：没有密钥的应用必须提供，且 code_challenge_method 为 S256',
  },
  wrongFlow: {
    status: 400,
    en: 'client_id: this type of app cannot use this grant',
    zh: 'client_id：该类型的应用不能使用此授权方式',
  },
  requestGone: {
    status: 404,
    en: 'This request has expired or was already answered. Start again in the app',
    zh: '该请求已过期或已处理，请在应用中重新开始',
  },
  badKey: {
    status: 400,
    en: 'public_key_pem: must be an RSA public key of 2048 bits or more, as PEM',
    zh: 'public_key_pem：必须是 2048 位以上的 RSA 公钥（PEM 格式）',
  },
  keyTaken: {
    status: 409,
    en: 'public_key_pem: this key is already in use',
    zh: 'public_key_pem：该公钥已被使用',
  },
  secretLimit: {
    status: 400,
    en: 'An app can have max {max} secrets and keys. Delete one first',
    zh: '每个应用最多 {max} 个密钥，请先删除一个',
  },
  unknownPermission: {
    status: 400,
    en: 'declared_permission: “{name}” is not a permission',
    zh: 'declared_permission：“{name}”不是有效的权限',
  },
})
