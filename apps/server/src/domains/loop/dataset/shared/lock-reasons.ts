/** The lock reason of a lock that a person set. */
export const LOCKED_BY_PERSON = 90
