import { randomBytes } from 'node:crypto'
import { PromptSecurity } from '@orrery/contract/shared/prompt-enums'
import { and, countDistinct, eq, gt, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import { shelfErrors } from './prompt.errors.ts'
import { promptClip, promptOfficialUse } from './prompt.table.ts'
import type { SegmentService } from './segment.service.ts'
import { emptyDetail } from './shared/prompt-detail.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 7
const PREFIX = '_fornax_clipboard:'

/** The clipboard of each person, and usage counts of official prompts. */
export function createShelfService({
  db,
  clock,
  segments,
}: {
  db: Db
  clock: Clock
  segments: Pick<SegmentService, 'check'>
}) {
  async function own(userId: string, key: string) {
    const mine = and(eq(promptClip.key, key), eq(promptClip.userId, userId), gt(promptClip.expiresAt, clock.now()))
    const [row] = await db.select().from(promptClip).where(mine)
    if (!row) throw shelfErrors.noClip()
    return row
  }
  /** Reads a clip; refused in other spaces if its level does not allow that. */
  async function pasted(userId: string, key: string, into: string) {
    const row = await own(userId, key)
    if (row.spaceId !== into && row.securityLevel > PromptSecurity.l2)
      throw shelfErrors.staysInSpace({ level: row.securityLevel })
    return row
  }
  return {
    async saveClip(userId: string, from: { spaceId: string; securityLevel: number }, content: string): Promise<string> {
      const now = clock.now()
      await db.delete(promptClip).where(lt(promptClip.expiresAt, now))
      const key = `${PREFIX}${randomBytes(16).toString('hex')}`
      await db.insert(promptClip).values({ key, userId, ...from, content, expiresAt: now + KEPT_DAYS * DAY_MS })
      return key
    },
    pasted,
    /** The text of the user's own clip. Its segments must be accessible where it is pasted. */
    async clip(userId: string, key: string, into: { spaceId: string; promptId: string | undefined }): Promise<string> {
      const row = await pasted(userId, key, into.spaceId)
      const text = { ...emptyDetail(), messages: [{ message_type: 2 as const, content: row.content }] }
      await segments.check(into.spaceId, into.promptId ?? '0', text).catch((cause: unknown) => {
        throw cause instanceof AppError ? shelfErrors.segmentElsewhere() : cause
      })
      return row.content
    },
    /** Counted once per person and day. */
    async used(officialId: string, userId: string): Promise<void> {
      const day = Math.floor(clock.now() / DAY_MS)
      await db.insert(promptOfficialUse).values({ officialId, userId, day }).onConflictDoNothing()
    },
    async heat(): Promise<Map<string, number>> {
      const rows = await db
        .select({
          id: promptOfficialUse.officialId,
          n: countDistinct(sql`(${promptOfficialUse.userId}, ${promptOfficialUse.day})`),
        })
        .from(promptOfficialUse)
        .groupBy(promptOfficialUse.officialId)
      return new Map(rows.map(({ id, n }) => [id, n]))
    },
  }
}
export type ShelfService = ReturnType<typeof createShelfService>
