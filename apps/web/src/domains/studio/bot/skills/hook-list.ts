import type { BotInfo } from '@orrery/contract'

export type HookInfo = BotInfo['hook_info']
/** The points of a turn at which hooks run, and their names. */
export const hookPlaces = {
  pre_agent_jump_hook: 'preJump',
  post_agent_jump_hook: 'postJump',
  llm_call_hook: 'model',
  atomic_hook: 'tool',
  flow_hook: 'flow',
  res_parsing_hook: 'answer',
  suggestion_hook: 'suggestion',
} as const satisfies Record<keyof HookInfo, string>
export type HookPlace = keyof typeof hookPlaces
export type Hook = HookInfo[HookPlace][number]

export interface PlacedHook {
  place: HookPlace
  index: number
  hook: Hook
}

export const hookPlaceNames = Object.keys(hookPlaces) as HookPlace[]
export const emptyHook: Hook = { uri: '', filter_rules: [], strong_dep: false, timeout_ms: 3000 }

export const listHooks = (info: HookInfo): PlacedHook[] =>
  hookPlaceNames.flatMap((place) => info[place].map((hook, index) => ({ place, index, hook })))

export const removeHook = (info: HookInfo, { place, index }: PlacedHook): HookInfo => ({
  ...info,
  [place]: info[place].toSpliced(index, 1),
})

/** Replaces a hook in place, or appends it to the list of another point. */
export function setHook(
  info: HookInfo,
  before: PlacedHook | undefined,
  next: { place: HookPlace; hook: Hook },
): HookInfo {
  if (before?.place === next.place) return { ...info, [next.place]: info[next.place].with(before.index, next.hook) }
  const left = before ? removeHook(info, before) : info
  return { ...left, [next.place]: [...left[next.place], next.hook] }
}

/** Whether a hook URL uses http or https. */
export function isHookAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}
