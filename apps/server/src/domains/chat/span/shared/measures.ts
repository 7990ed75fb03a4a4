/** What the buckets of durations count. */
export const Measure = { root: 1, rootFirst: 2, model: 3, modelFirst: 4 } as const
