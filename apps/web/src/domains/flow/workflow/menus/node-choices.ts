import { descriptions, imagePalette, type NodeDescription } from '@orrery/engine/describe'
import { matchText } from '#lib/match-text.ts'

export interface NodeChoice {
  /** Unique in the list. */
  id: string
  type: string
  group: string
  name: string
  about: string
}

interface NodeTexts {
  name: (type: string) => string
  about: (type: string) => string
}

/** The node types that may be added at this place. An image flow offers what suits it, pictures first. */
export function nodeChoices(isInside: boolean, texts: NodeTexts, isImageflow = false): NodeChoice[] {
  const fits = ({ place, offered }: NodeDescription) =>
    (offered || (place === 'loop' && isInside)) && (place === 'anywhere' || place === (isInside ? 'loop' : 'root'))
  return (isImageflow ? imagePalette : descriptions).filter(fits).map(({ type, group }) => ({
    id: type,
    type,
    group,
    name: texts.name(type),
    about: texts.about(type),
  }))
}

/** Matches in the name rank before matches in the description. */
export function searchChoices(choices: readonly NodeChoice[], query: string): NodeChoice[] {
  const text = query.trim()
  if (!text) return [...choices]
  const scored = choices.flatMap((choice) => {
    const name = matchText(text, choice.name)?.score
    const about = matchText(text, choice.about)?.score
    const score = name === undefined ? about : name + 100
    return score === undefined ? [] : [{ one: choice, score }]
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ one: item }) => item)
}
