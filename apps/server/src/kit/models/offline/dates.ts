import type { Language } from './phrases.ts'

const DAY = 86_400_000
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
const daysOf = (language: Language) => new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' })
const localeOf = (language: Language) => (language === 'zh' ? 'zh-CN' : language)
const dayName = (time: number, language: Language) => daysOf(language).format(time)
const dates = (text: string) =>
  [...text.matchAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g)].map(([found]) => Date.parse(`${found}T00:00:00Z`)).filter(isFinite)

/** The time stated in the prompt; any other clock would make answers to the same text differ. */
export function timeIn(prompt: string): number | undefined {
  const found = /\bThe time is (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/.exec(prompt)
  return found ? Date.parse(`${found[1]}T${found[2]}:00Z`) : undefined
}

/** Answers questions about days. */
export function answerDate(text: string, language: Language, now: number | undefined): string | undefined {
  const [first, second] = dates(text)
  const isChinese = language === 'zh'
  if (first !== undefined && second !== undefined && /\b(between|from|until|days)\b|天|到/i.test(text)) {
    const count = Math.round(Math.abs(second - first) / DAY)
    return isChinese ? `相差 ${count} 天` : `${count} days`
  }
  const shift = /(\d+)\s*days?\s+(after|before|from|later)|(\d+)\s*天(后|前|之后|之前)/i.exec(text)
  const base = first ?? now
  if (shift && base !== undefined && (first !== undefined || /\b(now|today)\b|今天|现在|后|前/i.test(text))) {
    const isBack = /before|前/.test(shift[2] ?? shift[4] ?? '')
    const time = base + (isBack ? -1 : 1) * Number(shift[1] ?? shift[3]) * DAY
    return `${iso(time)} (${dayName(time, language)})`
  }
  if (first !== undefined && /\b(which|what) (week)?day\b|星期几|周几/i.test(text)) return dayName(first, language)
  const asksTime = /\bwhat(’|'| i)?s the time\b|\bwhat time is it\b|几点|现在的?时间/i.test(text)
  const asksDay =
    /\bwhat(’|'| i)?s (the date|today)|\btoday(’|')s date\b|\b(which|what) (day|date) is (it|today)\b|\btomorrow(’|')s date\b|今天(是)?(几号|星期几|周几|什么日子|的?日期)/i.test(
      text,
    )
  if (!asksTime && !asksDay) return undefined
  if (now === undefined) return isChinese ? '没有告诉我当前时间。' : 'I was not told the time.'
  if (asksTime) return `${new Date(now).toISOString().slice(11, 16)} UTC`
  const time = /tomorrow|明天/i.test(text) ? now + DAY : now
  return `${iso(time)} (${dayName(time, language)})`
}
