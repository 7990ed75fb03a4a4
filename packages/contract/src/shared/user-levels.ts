/** Levels of accounts, with the numbers of the platform's clients. */
export const UserLevel = {
  free: 0,
  premiumLite: 10,
  premium: 15,
  premiumPlus: 20,
  proInstance: 100,
  proPersonal: 110,
  team: 120,
  enterprise: 130,
} as const
export type UserLevel = (typeof UserLevel)[keyof typeof UserLevel]

/**
 * Factors by which the level multiplies the usual limits of an account: external calls per minute, and stored
 * knowledge.
 */
const factors: Record<UserLevel, number> = { 0: 1, 10: 2, 15: 3, 20: 5, 100: 10, 110: 10, 120: 20, 130: 50 }
export const levelFactor = (level: number): number => factors[level as UserLevel] ?? 1
