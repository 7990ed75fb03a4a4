/** States of model trainings, by the numbers that clients use. */
export const TuningStatus = { ready: 1, queued: 4, running: 5, failed: 6, stopped: 7 } as const
export type TuningStatus = (typeof TuningStatus)[keyof typeof TuningStatus]
export const TuningAction = { stop: 1, resume: 2, delete: 3 } as const
export const ValidatingType = { upload: 1, split: 2 } as const
export const TUNING_LIMITS = { bytes: 8 * 1024 * 1024, examples: 10, epochs: 50, name: 50 } as const
