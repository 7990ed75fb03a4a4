import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { PublicationDeps } from '../publication.service.ts'
import type { RuleRepo } from './rule.repo.ts'
import { Operation, RuleType, VersionKind } from './rule.table.ts'

/** When a gray version becomes official, ends its gray rule in the same transaction. */
export const noteLive =
  ({ rules, newId, clock }: { rules: RuleRepo; newId: NewId; clock: Clock }): PublicationDeps['onLive'] =>
  async ({ botId, connectorId, historyId, userId }, tx) => {
    const now = clock.now()
    await rules.end(botId, [connectorId], { type: RuleType.gray, historyId }, { userId, now }, tx)
    const what = { id: newId(), botId, historyId, connectorIds: [connectorId] }
    await rules.note(
      { ...what, operation: Operation.publish, kind: VersionKind.online, createdBy: userId, createdAt: now },
      tx,
    )
  }
