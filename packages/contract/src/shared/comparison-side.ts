/** The sides of a comparison, by their numbers on the wire. A file of its own, since pages need it. */
export const ComparisonSide = { a: 1, b: 2 } as const
export type ComparisonSide = (typeof ComparisonSide)[keyof typeof ComparisonSide]
