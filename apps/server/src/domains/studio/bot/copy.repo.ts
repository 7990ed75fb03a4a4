import { BotStatus } from '@orrery/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import type { LeaseStore } from '#kit/work/lease-store.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { bot, type CopyState } from './bot.table.ts'

const isOpen = sql`${bot.copy} IS NOT NULL AND EXISTS (SELECT 1 FROM ${resource} WHERE ${resource.id} = ${bot.id} AND ${resource.status} = ${BotStatus.copying})`
const lease = sql`coalesce((${bot.copy} ->> 'lease')::bigint, 0)`
const fence = sql<number>`coalesce((${bot.copy} ->> 'fence')::integer, 0)`

/** Progress and lease of copies of bots, stored in the row of the bot. */
export function createBotCopyRepo(db: Db) {
  const changed = async (where: SQL | undefined, copy: SQL, tx: Tx = db): Promise<number | undefined> =>
    (await tx.update(bot).set({ copy }).where(where).returning({ fence }))[0]?.fence
  const held = (id: string, number: number) => and(eq(bot.id, id), isOpen, eq(fence, number))
  const leases: LeaseStore = {
    claim: (id, now, until) =>
      changed(
        and(eq(bot.id, id), isOpen, sql`${lease} < ${now}`),
        sql`${bot.copy} || jsonb_build_object('lease', ${until}::bigint, 'fence', ${fence} + 1)`,
      ),
    renew: (id, number, until) =>
      changed(held(id, number), sql`jsonb_set(${bot.copy}, '{lease}', to_jsonb(${until}::bigint))`),
    async leasedUntil(id) {
      const [row] = await db
        .select({ until: lease })
        .from(bot)
        .where(and(eq(bot.id, id), isOpen))
      return row && Number(row.until)
    },
    unfinished: async () =>
      (await db.select({ id: bot.id }).from(bot).where(isOpen).limit(1000)).map(({ id }) => ({ id, behind: 0 })),
  }
  return {
    leases,
    /** Records a copied resource. Returns false if another process has taken over. */
    async note(id: string, number: number, from: string, to: string | null): Promise<boolean> {
      const done = sql`jsonb_set(${bot.copy}, ARRAY['done', ${from}::text], ${JSON.stringify(to)}::jsonb)`
      return (await changed(held(id, number), done)) !== undefined
    },
    /** Locks the row, so that no other process takes the copy over until the transaction ends. */
    async hold(id: string, number: number, tx: Tx): Promise<boolean> {
      return (await tx.select({ id: bot.id }).from(bot).where(held(id, number)).for('update')).length > 0
    },
    async fail(id: string, number: number, change: Required<Pick<CopyState, 'lease' | 'error'>>): Promise<boolean> {
      return (await changed(held(id, number), sql`${bot.copy} || ${JSON.stringify(change)}::jsonb`)) !== undefined
    },
  }
}
export type BotCopyRepo = ReturnType<typeof createBotCopyRepo>
