import type { BotInfo, ComparisonInput } from '@orrery/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** The setting in which the sides differ, by its number on the wire. */
export const DiffMode = { prompt: 1, model: 2 } as const
export type DiffMode = keyof typeof DiffMode
export type Comparison = ComparisonInput
export type SideName = 'a' | 'b'
export const sideNames: readonly SideName[] = ['a', 'b']

const target = (botId: string) => ({ target_type: 1 as const, target_id: botId })

/** The comparison of this bot that the caller has open or has left for later. */
export const comparisonQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', 'comparison', botId],
    staleTime: 0,
    queryFn: ({ signal }) => api.botComparison.get(target(botId), { signal }),
  })

export const modeOf = ({ diff_mode }: Comparison): DiffMode => (diff_mode === DiffMode.prompt ? 'prompt' : 'model')
export const sideOf = (comparison: Comparison, side: SideName) => comparison[`diff_mode_config_${side}`]

/** Two sides with the settings of the draft. Settings that are not compared always follow the draft. */
export function newComparison(mode: DiffMode, info: BotInfo, before?: Comparison): Comparison {
  const side = (name: SideName) => {
    const talk = before && sideOf(before, name).conversation_id
    const setting = mode === 'prompt' ? { prompt: info.prompt_info.prompt } : { model_info: info.model_info }
    return { ...setting, ...(talk && { conversation_id: talk }) }
  }
  return { diff_mode: DiffMode[mode], diff_mode_config_a: side('a'), diff_mode_config_b: side('b') }
}

export async function saveComparison(botId: string, comparison: Comparison): Promise<Comparison> {
  const { diff_mode_info } = await api.botComparison.update(
    { ...target(botId), diff_mode_info: comparison },
    { toast: true },
  )
  return diff_mode_info ?? comparison
}

/** Ends a comparison: keeps it for later, or discards it with its conversations. */
export const endComparison = (botId: string, isKept: boolean) =>
  api.botComparison.update(
    { ...target(botId), ...(isKept ? { exit_and_save: true } : { exit_and_discard: true }) },
    { toast: true },
  )
