/** Where model calls come from: trials of bots, trials of workflows, tasks, external calls, and the studio itself. */
export const sourcesOfUse = ['preview', 'test', 'task', 'online', 'studio'] as const
export type UseSource = (typeof sourcesOfUse)[number]
