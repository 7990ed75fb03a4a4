/** Why a dataset is locked: a person keeps others from changing it. */
export const LOCKED_BY_PERSON = 90
