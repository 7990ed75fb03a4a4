import { ArenaField, FeedbackTagType } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'

/** Feedback on an answer that people can give with one click. */
export const praiseTags = [
  { en: 'Accurate', zh: '准确' },
  { en: 'Clear', zh: '清晰' },
  { en: 'Complete', zh: '全面' },
  { en: 'Original', zh: '有创意' },
] as const
export const blameTags = [
  { en: 'Wrong', zh: '有错误' },
  { en: 'Off topic', zh: '答非所问' },
  { en: 'Too long', zh: '啰嗦' },
  { en: 'Incomplete', zh: '不完整' },
] as const
const named = (tag: { en: string; zh: string }, locale: Locale) => (locale === 'zh-CN' ? tag.zh : tag.en)
export const tagsIn = (locale: Locale) => [
  ...praiseTags.map((tag) => ({ type: FeedbackTagType.win, name: named(tag, locale) })),
  ...blameTags.map((tag) => ({ type: FeedbackTagType.lose, name: named(tag, locale) })),
]

const fieldNames: Readonly<Record<ArenaField, { en: string; zh: string }>> = {
  [ArenaField.all]: { en: 'All', zh: '全部' },
  [ArenaField.knowledge]: { en: 'Knowledge', zh: '知识问答' },
  [ArenaField.creation]: { en: 'Creation', zh: '内容创作' },
  [ArenaField.language]: { en: 'Language', zh: '语言处理' },
  [ArenaField.roleplay]: { en: 'Role-play and conversation', zh: '角色扮演与对话' },
  [ArenaField.code]: { en: 'Code', zh: '代码' },
  [ArenaField.tools]: { en: 'Tool use', zh: '工具调用' },
  [ArenaField.maths]: { en: 'Maths and reasoning', zh: '数学与推理' },
}
export const fieldName = (field: ArenaField, locale: Locale): string => named(fieldNames[field], locale)
export const bankFields = Object.values(ArenaField).filter((field) => field !== ArenaField.all)
