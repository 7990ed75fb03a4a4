import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { BotService, RunnableBot } from '#domains/studio/bot/bot.service.ts'
import { previewErrors } from './connector.errors.ts'
import { type PreviewRow, previewVersion } from './connector.table.ts'

export interface PreviewDeps {
  db: Db
  bots: Pick<BotService, 'getDraftForRun'>
  jobs: Jobs
  newId: NewId
  clock: Clock
  publicUrl: string
  /** Channels whose platform can be simulated. */
  channels: readonly string[]
}
const LIFE_MS = 24 * 3600_000
const MAX_ALIVE = 20
const SWEEP = 'connector.previews'

/** Frozen drafts with links that work for a day, even if the draft changes. */
export function createPreviews(deps: PreviewDeps) {
  const { db, newId, clock, channels } = deps
  return {
    channels,
    /** Creates a link for each channel. Only the newest links of a bot are kept; older ones are deleted early. */
    async create(botId: string, userId: string, wanted: readonly string[] = channels): Promise<Record<string, string>> {
      const unknown = wanted.find((id) => !channels.includes(id))
      if (unknown !== undefined) throw previewErrors.notPreviewed({ id: unknown })
      const { name, description, iconUri, version, config } = await deps.bots.getDraftForRun(botId)
      const now = clock.now()
      const made = [...new Set(wanted)].map((connectorId) => ({ connectorId, key: randomToken().slice(0, 32) }))
      await db.insert(previewVersion).values(
        made.map(({ connectorId, key }) => ({
          id: newId(),
          keyHash: sha256(key),
          botId,
          connectorId,
          name,
          description,
          iconUri,
          version,
          config,
          createdBy: userId,
          createdAt: now,
          expiresAt: now + LIFE_MS,
        })),
      )
      const older = await db
        .select({ id: previewVersion.id })
        .from(previewVersion)
        .where(eq(previewVersion.botId, botId))
        .orderBy(desc(previewVersion.id))
        .offset(MAX_ALIVE)
      if (older.length)
        await db.delete(previewVersion).where(
          inArray(
            previewVersion.id,
            older.map(({ id }) => id),
          ),
        )
      return Object.fromEntries(
        made.map(({ connectorId, key }) => [connectorId, new URL(`/preview/${key}`, deps.publicUrl).href]),
      )
    },
    async find(key: string): Promise<PreviewRow> {
      const [row] = await db
        .select()
        .from(previewVersion)
        .where(and(eq(previewVersion.keyHash, sha256(key)), gt(previewVersion.expiresAt, clock.now())))
      if (!row) throw previewErrors.ended()
      return row
    },
    /** The frozen draft as a turn uses it. */
    async botOf(row: PreviewRow): Promise<RunnableBot> {
      // Space and owner are current, since they may have changed.
      const now = await deps.bots.getDraftForRun(row.botId)
      const { name, description, iconUri, version, config } = row
      return { ...now, name, description, iconUri, version, config }
    },
    async start(): Promise<void> {
      await deps.jobs.define(SWEEP, async () => {
        await db.delete(previewVersion).where(lt(previewVersion.expiresAt, clock.now()))
      })
      await deps.jobs.schedule(SWEEP, 'hourly', '40 * * * *', {})
    },
  }
}
export type Previews = ReturnType<typeof createPreviews>
