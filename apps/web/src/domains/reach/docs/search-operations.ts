import { matchText } from '#lib/match-text.ts'
import type { Operation, Reference } from './reference.ts'

export interface Found {
  operations: readonly Operation[]
  /** The total number of matches. */
  count: number
}

const maxShown = 60

/** Searches by path, name, summary or scope. Best matches first, limited to a readable number. */
export function searchOperations(reference: Reference, word: string): Found {
  const found = reference.groups
    .flatMap((group) => group.operations)
    .flatMap((operation) => {
      const score = scoreOf(operation, word)
      return score > 0 ? [{ operation, score }] : []
    })
    .toSorted((a, b) => b.score + audienceBonus(b.operation) - a.score - audienceBonus(a.operation))
  return { operations: found.slice(0, maxShown).map(({ operation }) => operation), count: found.length }
}

/** Of equally good matches, public calls come first. */
const audienceBonus = ({ audience }: Operation): number => ({ public: 5, studio: 0, legacy: -20 })[audience]

function scoreOf(operation: Operation, word: string): number {
  const texts = [operation.summary, operation.name, operation.path, operation.id, operation.scope ?? '']
  const own = Math.max(...texts.map((text) => matchText(word, text)?.score ?? 0))
  const other = Math.max(0, ...operation.aliases.map(({ path }) => matchText(word, path)?.score ?? 0))
  return Math.max(own, other / 2)
}
