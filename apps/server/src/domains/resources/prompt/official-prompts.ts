import type { Prompt } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { officialEn } from './official-en.ts'
import { officialZh } from './official-zh.ts'

export interface OfficialText {
  name: string
  description: string
  text: string
}
/** Official prompts have small ids; ids of resources are far greater. */
const FIRST_ID = 1001
const keys = Object.keys(officialEn)

const shown = (key: string, index: number, locale: Locale): Prompt => {
  const { name, description, text } = (locale === 'zh-CN' ? officialZh : officialEn)[key]!
  return {
    id: String(FIRST_ID + index),
    space_id: '0',
    name,
    description,
    prompt_text: text,
    version: '',
    update_time: '0',
    creator_name: 'Orrery',
    official: true,
  }
}

/** Finds official prompts by a word of their text in either language. */
export function officialPrompts(locale: Locale, keyword: string): Prompt[] {
  const word = keyword.trim().toLowerCase()
  const matches = (key: string) =>
    [officialEn[key]!, officialZh[key]!].some(({ name, description }) =>
      `${name} ${description}`.toLowerCase().includes(word),
    )
  return keys
    .map((key, index) => ({ key, index }))
    .filter(({ key }) => matches(key))
    .map(({ key, index }) => shown(key, index, locale))
}
/** The key of an official prompt, which determines its category. */
export const officialKey = (id: string): string => keys[Number(id) - FIRST_ID] ?? ''
export function officialPrompt(id: string, locale: Locale): Prompt | undefined {
  const index = Number(id) - FIRST_ID
  return keys[index] === undefined ? undefined : shown(keys[index], index, locale)
}
