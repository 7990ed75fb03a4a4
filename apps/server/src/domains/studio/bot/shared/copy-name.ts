import { BOT_LIMITS, visibleLength } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A name that says it is a copy and still fits. */
export function copyName(name: string, locale: Locale): string {
  const suffix = locale === 'zh-CN' ? ' 副本' : ' copy'
  const room = BOT_LIMITS.name - visibleLength(suffix)
  const kept = [...graphemes.segment(name)].slice(0, room).map(({ segment }) => segment)
  return kept.join('').trimEnd() + suffix
}
