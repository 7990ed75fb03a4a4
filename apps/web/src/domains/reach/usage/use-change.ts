/** By which part an amount grew or shrank; nothing can be said when there was nothing before. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before
