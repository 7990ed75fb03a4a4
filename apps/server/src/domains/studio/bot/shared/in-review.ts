/** Returned by a channel that reviews a version before it serves it. */
export const IN_REVIEW = 'in review'
