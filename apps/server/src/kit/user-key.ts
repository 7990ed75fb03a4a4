/** The key of an end user, named by the caller; the prefix keeps it apart from other callers' and from accounts. */
export const userKey = (userId: string, own: string | undefined): string =>
  own && own !== userId ? `${userId}/${own}` : userId

/** Whether an end user was invented by an evaluation for one of its rows. Such users cause no mail or the like. */
export const isSyntheticUser = (endUser: string | undefined): boolean => /^eval-\d+\//.test(endUser ?? '')
