import { levelFactor } from '@orrery/contract/shared/user-levels'
import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Db } from '#kit/db.ts'
import { appUser } from './passport.table.ts'

/** The level of each account, which is read with every call from outside. */
export function createUserLevels({ db, bus }: { db: Db; bus: Bus }) {
  const levels = createCache<number>({
    bus,
    topic: 'user-level',
    limit: 20_000,
    load: async (id) =>
      (await db.select({ level: appUser.level }).from(appUser).where(eq(appUser.id, id)))[0]?.level ?? 0,
  })
  return {
    of: (userId: string): Promise<number> => levels.get(userId),
    /** The factor by which the user's limits exceed the usual ones. */
    factorOf: async (userId: string): Promise<number> => levelFactor(await levels.get(userId)),
    changed: (userId: string) => bus.publish('user-level', userId),
  }
}
export type UserLevels = ReturnType<typeof createUserLevels>
