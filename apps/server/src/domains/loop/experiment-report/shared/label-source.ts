/** Source of the rows that people label. */
export const LabelSource = { comparison: 'comparison', experiment: 'experiment' } as const
export type LabelSource = (typeof LabelSource)[keyof typeof LabelSource]
