import type { Locale } from '#kit/errors.ts'

interface Category {
  id: string
  en: string
  zh: string
  /** The keys of the official prompts in it. */
  keys: readonly string[]
}
const categories: readonly Category[] = [
  { id: '1', en: 'General', zh: '通用', keys: ['general', 'planner'] },
  { id: '2', en: 'Writing', zh: '写作', keys: ['translator', 'writer', 'editor', 'summarizer', 'storyteller'] },
  { id: '3', en: 'Work', zh: '办公', keys: ['support', 'analyst', 'interviewer', 'reviewer', 'extractor'] },
  { id: '4', en: 'Learning and code', zh: '学习与编程', keys: ['coder', 'tutor'] },
]
const shown = ({ id, en, zh }: Category, locale: Locale) => ({ id, name: locale === 'zh-CN' ? zh : en })

export const officialCategories = (locale: Locale) => categories.map((one) => shown(one, locale))
export function officialCategory(key: string, locale: Locale) {
  const found = categories.find(({ keys }) => keys.includes(key))
  return found && shown(found, locale)
}
