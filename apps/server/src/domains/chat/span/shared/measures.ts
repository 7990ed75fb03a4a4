/** What a histogram of durations measures. */
export const Measure = { root: 1, rootFirst: 2, model: 3, modelFirst: 4 } as const
