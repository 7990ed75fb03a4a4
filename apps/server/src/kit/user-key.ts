/** A caller may name users of its own. They are told apart, and none of them can pass for an account here. */
export const userKey = (userId: string, own: string | undefined): string =>
  own && own !== userId ? `${userId}/${own}` : userId

/** A user whom an evaluation made up for one of its rows. Nobody gets mail or the like on such a user's behalf. */
export const isMadeUp = (endUser: string | undefined): boolean => /^eval-\d+\//.test(endUser ?? '')
