/** The sides of a comparison, by their wire numbers. In a file of its own, since pages import it. */
export const ComparisonSide = { a: 1, b: 2 } as const
export type ComparisonSide = (typeof ComparisonSide)[keyof typeof ComparisonSide]
