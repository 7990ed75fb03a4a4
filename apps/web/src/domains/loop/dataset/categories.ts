/** The locale keys of the categories of datasets, by their numbers. */
export const categoryKeys = { 1: 'general', 2: 'training', 3: 'validation', 4: 'evaluation' } as const
export const isCategory = (value: number): value is keyof typeof categoryKeys => value in categoryKeys
