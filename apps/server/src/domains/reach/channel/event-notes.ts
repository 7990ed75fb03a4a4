import type { Locale } from '#kit/errors.ts'
import { AppError } from '#kit/errors.ts'
import type { Words } from './adapter.ts'

/** Why an event was not simply answered, as the event log shows it. */
const notes = {
  ownMail: { en: 'Not answered: this mailbox sent it itself', zh: '未回复：由本邮箱发出' },
  bounce: { en: 'Not answered: it is a bounce', zh: '未回复：退信' },
  automaticMail: { en: 'Not answered: a program sent it', zh: '未回复：自动发送的邮件' },
  listMail: { en: 'Not answered: it came through a mailing list', zh: '未回复：邮件列表' },
  notVerified: { en: 'Not answered: the sender is not verified', zh: '未回复：发件人未通过验证' },
  emptyMail: { en: 'Not answered: it is empty', zh: '未回复：邮件为空' },
  groupsOff: { en: 'Not answered: answers in groups are turned off', zh: '未回复：已关闭群聊回复' },
  notSpokenTo: { en: 'Not answered: the bot was not mentioned', zh: '未回复：未提及智能体' },
  tooOften: {
    en: 'Not answered: more than {count} messages of this sender in an hour',
    zh: '未回复：该发件人一小时内的消息超过 {count} 条',
  },
  notPublished: { en: 'Not answered: the bot is not published here', zh: '未回复：智能体未发布到此渠道' },
  notAsker: { en: 'Only the person who asked can answer this', zh: '仅提问者本人可以回答' },
  buttonGone: { en: 'The button was used, too old, or meant for someone else', zh: '按钮已使用、已过期或不属于此人' },
  failed: { en: 'The answer failed: {reason}', zh: '回答失败：{reasonZh}' },
} satisfies Record<string, Words>
export type NoteKey = keyof typeof notes
export interface EventNote {
  key: NoteKey
  values?: Record<string, string>
}
const MAX_REASON = 300

export const failedNote = (cause: unknown): EventNote => {
  const reason = cause instanceof AppError ? cause.text('en') : cause instanceof Error ? cause.message : String(cause)
  const reasonZh = cause instanceof AppError ? cause.text('zh-CN') : reason
  return {
    key: 'failed',
    values: { reason: reason.slice(0, MAX_REASON), reasonZh: reasonZh.slice(0, MAX_REASON) },
  }
}

/** The text of a note; empty if there is none. */
export function noteText(key: string, values: Record<string, string>, locale: Locale): string {
  const words = (notes as Record<string, Words>)[key]
  if (!words) return ''
  const text = locale === 'zh-CN' ? words.zh : words.en
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
