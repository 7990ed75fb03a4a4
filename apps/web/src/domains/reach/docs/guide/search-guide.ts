import { matchText } from '#lib/match-text.ts'
import type { GuidePageKey } from '#lib/guide-pages.ts'
import { sectionsOf, titleOf } from './guide-text.ts'

export interface GuideHit {
  page: GuidePageKey
  title: string
  heading: string
  anchor: string
  /** Some words around the match. */
  excerpt: string
}

const around = 40
const most = 30

/** Sections that contain the word in their title or text. Matches in titles come first. */
export function searchGuide(pages: readonly { page: GuidePageKey; text: string }[], word: string): GuideHit[] {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return []
  return pages
    .flatMap(({ page, text }) => {
      const title = titleOf(text)
      return sectionsOf(text).flatMap(({ heading, anchor, words }) => {
        const inTitle = matchText(wanted, heading || title)?.score ?? 0
        const at = words.toLowerCase().indexOf(wanted)
        if (inTitle < 40 && at < 0) return []
        return [
          {
            score: Math.max(inTitle * 2, at < 0 ? 0 : 40),
            hit: { page, title, heading, anchor, excerpt: excerptOf(words, at) },
          },
        ]
      })
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ hit }) => hit)
}

function excerptOf(words: string, at: number): string {
  const from = Math.max(0, at - around)
  const part = words.slice(from, from + 3 * around)
  return `${from > 0 ? '…' : ''}${part}${from + part.length < words.length ? '…' : ''}`
}
