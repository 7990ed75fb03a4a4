import { HistoryType, PublishRecordStatus } from '@orrery/contract'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { BotRepo } from '../bot.repo.ts'
import { botConnector, botHistory, type HistoryRow } from '../bot.table.ts'
import { botBranch } from '../branch.table.ts'
import { botPublication } from '../publication.table.ts'
import { versionErrors, versionRemovalErrors } from '../version.errors.ts'
import { botReview, botRule, ReviewStatus, RuleStatus } from './rule.table.ts'

/** Deletes stored versions, unless they are served, under review, being published, or the base of a draft. */
export function createVersionRemoval({ repo, audit }: { repo: BotRepo; audit: AuditService }) {
  async function requireUnused({ id, botId, version }: HistoryRow, tx: Tx): Promise<void> {
    const places = [
      ...(await tx
        .select({ channel: botConnector.connectorId })
        .from(botConnector)
        .where(and(eq(botConnector.botId, botId), eq(botConnector.historyId, id)))),
      ...(await tx
        .select({ channel: botRule.connectorId })
        .from(botRule)
        .where(and(eq(botRule.historyId, id), eq(botRule.status, RuleStatus.online)))),
    ]
    if (places.length)
      throw versionRemovalErrors.served({ channels: [...new Set(places.map(({ channel }) => channel))].join(', ') })
    const waiting = await tx
      .select({ id: botReview.id })
      .from(botReview)
      .where(and(eq(botReview.historyId, id), eq(botReview.status, ReviewStatus.waiting)))
    if (waiting.length) throw versionRemovalErrors.waitsForReview()
    const open = await tx
      .select({ id: botPublication.id })
      .from(botPublication)
      .where(and(eq(botPublication.historyId, id), eq(botPublication.status, PublishRecordStatus.connectorPublishing)))
    if (open.length) throw versionRemovalErrors.goesOut()
    // A draft is merged with the version on which it is based.
    const drafts = await tx
      .select({ userId: botBranch.userId })
      .from(botBranch)
      .where(and(eq(botBranch.botId, botId), eq(botBranch.baseVersion, version)))
    if (drafts.length) throw versionRemovalErrors.isBase()
  }
  return async function remove(botId: string, historyId: string, userId: string): Promise<void> {
    await repo.transaction(async (tx) => {
      // A process that starts to serve the version takes the same lock, so that one of the two sees the change of the
      // other.
      const found = await repo.lock(botId, tx)
      if (!found) throw errors.notFound({ what: 'bot' })
      const [row] = await tx
        .select()
        .from(botHistory)
        .where(and(eq(botHistory.id, historyId), eq(botHistory.botId, botId)))
      if (!row || row.kind === HistoryType.save) throw versionErrors.noState({ field: 'history_id' })
      await requireUnused(row, tx)
      // Delete the offline rules of the version. Its operations stay in the list.
      await tx.delete(botRule).where(and(eq(botRule.botId, botId), eq(botRule.historyId, historyId)))
      await tx.delete(botHistory).where(eq(botHistory.id, historyId))
      const detail = { version: row.versionName || undefined }
      const { spaceId } = found.head
      await audit.record({ actorId: userId, spaceId, action: 'bot.versionDelete', target: botId, detail }, tx)
    })
  }
}
export type RemoveVersion = ReturnType<typeof createVersionRemoval>
