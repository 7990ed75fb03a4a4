import { defineErrors } from '#kit/errors.ts'

export const shareErrors = defineErrors({
  noSuchLink: {
    code: 702100001,
    status: 404,
    en: 'This link leads nowhere. Ask whoever gave it to you for a new one',
    zh: '该链接无效，请向分享者索取新的链接',
  },
  offline: {
    code: 702100002,
    status: 404,
    en: 'This bot is not published any more',
    zh: '该智能体已停止发布',
  },
  passwordNeeded: { code: 702100003, status: 403, en: 'password: enter the password', zh: 'password：请输入密码' },
  wrongPassword: {
    code: 702100004,
    status: 403,
    en: 'password: this is not the password',
    zh: 'password：密码不正确',
  },
  visitOver: {
    code: 702100005,
    status: 403,
    en: 'This visit is over. Open the link again',
    zh: '访问已结束，请重新打开链接',
  },
  noAnswer: {
    code: 702100006,
    status: 502,
    en: 'The bot could not answer. Try again in a moment',
    zh: '智能体暂时无法回答，请稍后再试',
  },
})
