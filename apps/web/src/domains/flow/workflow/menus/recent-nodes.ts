import { readStored, useStored, writeStored } from '#lib/local-store.ts'
import type { NodeChoice } from './node-choices.ts'

const key = 'canvas.recent-nodes'
const most = 4
const none: readonly string[] = []

/** Stores the type of an added node, newest first. */
export function rememberNode(type: string): void {
  writeStored(key, nextRecent(readStored(key, none), type))
}

export const nextRecent = (before: readonly string[], type: string): string[] =>
  [type, ...before.filter((other) => other !== type)].slice(0, most)

/** The recently added choices that are allowed here. */
export function useRecentChoices(choices: readonly NodeChoice[]): NodeChoice[] {
  const [types] = useStored<readonly string[]>(key, none)
  return types.flatMap((type) => {
    const found = choices.find((choice) => choice.type === type)
    return found ? [{ ...found, id: `recent-${found.id}`, group: 'recent' }] : []
  })
}
