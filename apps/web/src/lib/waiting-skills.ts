import { readStored, useStored, writeStored } from './local-store.ts'

/** Created from the editor of a bot, and added to it as soon as bots can use it. */
export interface WaitingSkill {
  spaceId: string
  botId: string
  kind: 'workflow' | 'plugin'
  id: string
}

const key = 'waiting-skills'
/** What was forgotten long ago makes room. */
const kept = 50

export function waitForSkill(skill: WaitingSkill): void {
  const others = readStored<WaitingSkill[]>(key, []).filter((item) => item.id !== skill.id)
  writeStored(key, [skill, ...others].slice(0, kept))
}

/** The bot that waits for a workflow or plugin. */
export const waitingFor = (id: string): WaitingSkill | undefined =>
  readStored<WaitingSkill[]>(key, []).find((item) => item.id === id)

/** What a bot waits for, and how to stop waiting. */
export function useWaitingSkills(botId: string): [readonly WaitingSkill[], (ids: readonly string[]) => void] {
  const [all] = useStored<readonly WaitingSkill[]>(key, [])
  const stop = (ids: readonly string[]) =>
    writeStored(
      key,
      readStored<WaitingSkill[]>(key, []).filter((item) => !ids.includes(item.id)),
    )
  return [all.filter((item) => item.botId === botId), stop]
}
