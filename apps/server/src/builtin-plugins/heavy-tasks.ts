/** Operations of the official plugins' worker. */
export type HeavyTask = 'calculate' | 'unit' | 'chart' | 'pdf' | 'words' | 'headings' | 'page' | 'feed'
/** Short tasks, which do not wait behind a document. */
export const quickTasks: ReadonlySet<HeavyTask> = new Set<HeavyTask>(['calculate', 'unit', 'words', 'headings'])
