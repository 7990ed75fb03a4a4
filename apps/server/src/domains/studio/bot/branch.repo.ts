import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import type { FoundBot } from './bot.repo.ts'
import { botBranch, type BranchRow } from './branch.table.ts'

/** The develop mode in which each editor has a draft and submits it to the base. */
export const TOGETHER = 1

/** Drafts of individual editors. */
export function createBranchRepo(db: Db) {
  const one = (botId: string, userId: string) => and(eq(botBranch.botId, botId), eq(botBranch.userId, userId))
  return {
    async find(botId: string, userId: string, tx: Tx = db): Promise<BranchRow | undefined> {
      return (await tx.select().from(botBranch).where(one(botId, userId)))[0]
    },
    list: (botId: string, tx: Tx = db): Promise<BranchRow[]> =>
      tx.select().from(botBranch).where(eq(botBranch.botId, botId)).orderBy(desc(botBranch.savedAt)),
    save: (row: BranchRow, tx: Tx) =>
      tx
        .insert(botBranch)
        .values(row)
        .onConflictDoUpdate({ target: [botBranch.botId, botBranch.userId], set: row }),
    remove: (botId: string, userId: string, tx: Tx) => tx.delete(botBranch).where(one(botId, userId)),
    /** The newest version of any draft. Versions are unique within a bot. */
    async newestVersion(botId: string, tx: Tx): Promise<string | undefined> {
      const rows = await tx
        .select({ version: botBranch.version })
        .from(botBranch)
        .where(eq(botBranch.botId, botId))
        .orderBy(desc(botBranch.version))
        .limit(1)
      return rows[0]?.version
    },
  }
}
export type BranchRepo = ReturnType<typeof createBranchRepo>

/** The bot with the content of an editor's draft. */
export const withBranch = (found: FoundBot, branch: BranchRow | undefined): FoundBot =>
  branch
    ? {
        head: { ...found.head, name: branch.name, description: branch.description, iconUri: branch.iconUri },
        bot: {
          ...found.bot,
          config: branch.config,
          version: branch.version,
          hash: branch.hash,
          savedBy: branch.userId,
          savedAt: branch.savedAt,
        },
      }
    : found
