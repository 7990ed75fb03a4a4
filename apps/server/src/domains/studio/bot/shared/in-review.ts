/** What a channel says that looks at a version before it serves it. */
export const IN_REVIEW = 'in review'
