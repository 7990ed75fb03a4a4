import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const shareErrors = defineErrors(ErrorCode.share, {
  noSuchLink: {
    status: 404,
    en: 'This link is not valid. Ask the person who sent it for a new one',
    zh: '该链接无效，请向分享者索取新的链接',
  },
  offline: {
    status: 404,
    en: 'This bot is no longer published',
    zh: '该智能体已停止发布',
  },
  passwordNeeded: { status: 403, en: 'password: enter the password', zh: 'password：请输入密码' },
  wrongPassword: {
    status: 403,
    en: 'password: incorrect password',
    zh: 'password：密码不正确',
  },
  visitOver: {
    status: 403,
    en: 'This visit has ended. Open the link again',
    zh: '访问已结束，请重新打开链接',
  },
  shortcutGone: {
    status: 404,
    en: 'shortcut: this shortcut is no longer offered. Reload the page',
    zh: 'shortcut：该快捷指令已下线，请重新加载页面',
  },
  noVoice: {
    status: 404,
    en: 'This bot has no voice for this answer. Your browser can read it instead',
    zh: '该智能体暂无可用音色朗读此回答，可改用浏览器朗读',
  },
  notHeard: {
    status: 502,
    en: 'What you said could not be written down. Try again, or type it',
    zh: '语音转写失败，请重试或改用键盘输入',
  },
  onlyEnglish: {
    status: 400,
    en: 'This bot understands spoken English only. Type what you want to say',
    zh: '该智能体目前只能听懂英语，请改用键盘输入',
  },
  noAnswer: {
    status: 502,
    en: 'The bot could not answer. Try again in a moment',
    zh: '智能体暂时无法回答，请稍后再试',
  },
})
