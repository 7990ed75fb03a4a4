/** The relative change of an amount; undefined if the earlier amount is 0. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before
