import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const factorErrors = defineErrors(ErrorCode.factor, {
  secondStep: {
    status: 401,
    en: 'Enter the code from your authenticator app to finish signing in',
    zh: '请输入身份验证器应用中的验证码以完成登录',
  },
  wrongCode: {
    status: 400,
    en: 'code: this code is incorrect or was already used. Enter the current one, or a recovery code',
    zh: 'code：验证码错误或已使用，请输入当前的验证码或恢复码',
  },
  challengeOver: {
    status: 400,
    en: 'challenge: this sign-in has expired. Sign in with your password again',
    zh: 'challenge：本次登录已过期，请重新输入密码登录',
  },
  stepUpNeeded: {
    status: 403,
    en: 'Confirm that it’s you first, with a code from your authenticator app or with a passkey',
    zh: '请先用身份验证器应用的验证码或通行密钥确认身份',
  },
  alreadyOn: {
    status: 409,
    en: 'Two-step verification is already on. Turn it off first to set up another app',
    zh: '两步验证已开启，如需更换应用请先关闭',
  },
  notOn: {
    status: 409,
    en: 'Two-step verification is not set up. Set it up first',
    zh: '尚未设置两步验证，请先设置',
  },
})
