import { descriptions, imagePalette, type NodeDescription } from '@orrery/engine/describe'
import { isNodeType, keyOf } from '@orrery/engine/node-type'
import { matchText } from '#lib/match-text.ts'
import { nodeSynonyms } from './node-synonyms.ts'

export interface NodeChoice {
  /** Unique within the list. */
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

/** The node types that can be added here. An image flow offers only suitable nodes, image nodes first. */
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

/** Ranks matches in the name before matches in synonyms, and those before matches in the description. */
export function searchChoices(choices: readonly NodeChoice[], query: string): NodeChoice[] {
  const text = query.trim()
  if (!text) return [...choices]
  const scored = choices.flatMap((choice) => {
    const name = matchText(text, choice.name)?.score
    const about = matchText(text, choice.about)?.score
    const other = synonymScore(text, choice.type)
    // A synonym typed in full outranks the same letters inside a name: `if` must not find "classifier" first.
    const scores = [
      name && isCloseMatch(name) ? name + 200 : name,
      other && other + (other === 100 ? 300 : 100),
      about,
    ].filter((score) => score !== undefined)
    return scores.length ? [{ one: choice, score: Math.max(...scores) }] : []
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ one: item }) => item)
}

/** False for letters scattered over a name, which are a weaker match than a synonym. */
const isCloseMatch = (score: number): boolean => score > 30

/** How much of a synonym of the type is covered by the typed text; undefined if no synonym begins with it. */
function synonymScore(text: string, type: string): number | undefined {
  const words = isNodeType(type) ? nodeSynonyms[keyOf(type)] : undefined
  const wanted = text.toLowerCase()
  const scores = (words?.split(', ') ?? []).flatMap((word) => {
    const here = word.toLowerCase()
    return here.startsWith(wanted) ? [wanted.length / here.length] : []
  })
  return scores.length ? Math.max(...scores) * 100 : undefined
}
