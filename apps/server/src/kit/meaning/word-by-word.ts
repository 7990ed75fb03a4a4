import { chineseFor } from './chinese-for.ts'
import { sensesOf } from './gloss.ts'
import { meaningTable } from './meaning-table.ts'
import { chineseWords } from '../segment/segment.ts'

const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
const marks: Readonly<Record<string, string>> = {
  '，': ', ',
  '。': '. ',
  '、': ', ',
  '；': '; ',
  '：': ': ',
  '？': '? ',
  '！': '! ',
  '（': ' (',
  '）': ') ',
}
const chineseMarks: Readonly<Record<string, string>> = {
  ',': '，',
  '.': '。',
  ';': '；',
  ':': '：',
  '?': '？',
  '!': '！',
}

/** Replaces each Chinese word by its first meaning, without grammar: a fallback when there is no model. */
function toEnglish(text: string): string {
  const { wordOf } = meaningTable()
  const parts = text.split(/(\p{Script=Han}+)/u).map((part) => {
    if (!hasHan(part)) return part.replaceAll(/[，。、；：？！（）]/g, (mark) => marks[mark]!)
    const words = chineseWords(part).map((word) => sensesOf(word)[0]?.map(wordOf).join(' ') ?? word)
    return ` ${words.join(' ')} `
  })
  return parts
    .join('')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ([,.;:?!)])/g, '$1')
    .trim()
}

/** Replaces each English word by a Chinese word with exactly that meaning; names and unknown words stay. */
function toChinese(text: string): string {
  const parts = text.split(/([\p{L}’']+)/u).map((part, at) => {
    if (at % 2 === 0)
      return /^\s+$/.test(part)
        ? ' '
        : part.replaceAll(/([,.;:?!])(?=\s|$)\s*/g, (_, mark: string) => chineseMarks[mark]!)
    if (/^(the|a|an)$/i.test(part)) return ''
    return chineseFor(part.toLowerCase()) ?? part
  })
  // Spaces stay only beside words that were not translated.
  return parts
    .join('')
    .replaceAll(/(?<=[\p{Script=Han}，。；：？！]) +(?=[\p{Script=Han}])/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** Undefined for languages other than Chinese and English. */
export function wordByWord(text: string, to: string): string | undefined {
  if (to === 'en') return hasHan(text) ? toEnglish(text) : text
  if (to === 'zh') return toChinese(text)
  return undefined
}
