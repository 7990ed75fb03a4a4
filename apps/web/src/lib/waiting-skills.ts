import { readStored, useStored, writeStored } from './local-store.ts'

/** A resource created from the editor of a bot, which is added to the bot as soon as bots can use it. */
export interface WaitingSkill {
  spaceId: string
  botId: string
  kind: 'workflow' | 'plugin'
  id: string
}

const key = 'waiting-skills'
/** The maximum number of entries; the oldest are dropped. */
const maxEntries = 50

export function waitForSkill(skill: WaitingSkill): void {
  const others = readStored<WaitingSkill[]>(key, []).filter((item) => item.id !== skill.id)
  writeStored(key, [skill, ...others].slice(0, maxEntries))
}

/** The entry whose bot waits for this workflow or plugin. */
export const waitingFor = (id: string): WaitingSkill | undefined =>
  readStored<WaitingSkill[]>(key, []).find((item) => item.id === id)

/** The skills for which a bot waits, and a function that removes them. */
export function useWaitingSkills(botId: string): [readonly WaitingSkill[], (ids: readonly string[]) => void] {
  const [all] = useStored<readonly WaitingSkill[]>(key, [])
  const stop = (ids: readonly string[]) =>
    writeStored(
      key,
      readStored<WaitingSkill[]>(key, []).filter((item) => !ids.includes(item.id)),
    )
  return [all.filter((item) => item.botId === botId), stop]
}
