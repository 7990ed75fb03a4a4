/** Where models are asked: trying a bot out, trying a workflow out, tasks, from outside, and the studio itself. */
export const sourcesOfUse = ['preview', 'test', 'task', 'online', 'studio'] as const
export type UseSource = (typeof sourcesOfUse)[number]
