import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const securityErrors = defineErrors(ErrorCode.enterpriseSecurity, {
  addressRefused: {
    status: 403,
    en: "This enterprise can't be reached from {address}. Connect through its network, or ask a super admin to allow this IP address",
    zh: '无法从 {address} 访问该企业，请接入企业网络，或请超级管理员允许此 IP 地址',
  },
  signInAgain: {
    status: 403,
    en: 'This enterprise asks you to sign in at least every {hours} h. Sign out and in again',
    zh: '该企业要求至少每 {hours} 小时登录一次，请退出后重新登录',
  },
  factorNeeded: {
    status: 403,
    en: 'This enterprise asks for two-step verification. Set it up under Account, Security',
    zh: '该企业要求两步验证，请在「账号 - 安全」中设置',
  },
  badRange: {
    status: 400,
    en: 'ip_list: “{text}” is neither an IP address nor a network such as 203.0.113.0/24',
    zh: 'ip_list：「{text}」不是 IP 地址，也不是网段，例如 203.0.113.0/24',
  },
  ownAddress: {
    status: 400,
    en: 'ip_list: your own IP address {address} is missing, so you would lose access. Add it first',
    zh: 'ip_list：缺少你自己的 IP 地址 {address}，保存后你将无法访问，请先添加',
  },
  emptyList: {
    status: 400,
    en: 'ip_list: nobody could reach the enterprise. Add at least one network, or turn the list off',
    zh: 'ip_list：所有人都将无法访问，请至少添加一个网段，或关闭该列表',
  },
  ownFactor: {
    status: 400,
    en: 'factor_required: you have no two-step verification yourself. Set it up under Account, Security first',
    zh: 'factor_required：你自己还没有设置两步验证，请先在「账号 - 安全」中设置',
  },
  noBreachServer: {
    status: 400,
    en: 'password_breaches: this instance has no breach server. Ask its owner to set PASSWORD_BREACH_URL',
    zh: 'password_breaches：本实例未配置泄露检查服务，请联系实例所有者设置 PASSWORD_BREACH_URL',
  },
})
