import { BOT_LIMITS, visibleLength } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Marks a name as a copy, shortened to the limit. */
export function copyName(name: string, locale: Locale): string {
  const suffix = locale === 'zh-CN' ? ' 副本' : ' copy'
  const room = BOT_LIMITS.name - visibleLength(suffix)
  const kept = [...graphemes.segment(name)].slice(0, room).map(({ segment }) => segment)
  return kept.join('').trimEnd() + suffix
}
