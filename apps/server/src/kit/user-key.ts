/** A caller may name users of its own. They are told apart, and none of them can pass for an account here. */
export const userKey = (userId: string, own: string | undefined): string =>
  own && own !== userId ? `${userId}/${own}` : userId
