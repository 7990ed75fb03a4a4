import type { CardDesign } from '@orrery/contract'
import { textsOfDesign } from './card.service.ts'

/** Words, and pairs of characters for languages without spaces between words. */
function termsIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}+/gu) ?? []
  return new Set(
    words.flatMap((word) =>
      /\p{Script=Han}/u.test(word) && word.length > 1
        ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
        : [word.replace(/s$/, '')],
    ),
  )
}

/** From 0 to 1: how much of a description a card covers. Terms in its name count twice. */
export function fitOf(description: string, name: string, design: CardDesign): number {
  const wanted = termsIn(description)
  if (!wanted.size) return 0
  const inName = termsIn(name)
  const inCard = termsIn([...textsOfDesign(design), ...design.variables.map((variable) => variable.name)].join(' '))
  let score = 0
  for (const term of wanted) score += inName.has(term) ? 2 : inCard.has(term) ? 1 : 0
  return score / (2 * wanted.size)
}
