import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { ExperimentRow } from './experiment.table.ts'

const LONG_MS = 30_000

/** Notifies the creator when a long experiment ends. Experiments of a batch are excluded. */
export async function notifyEnd(
  { notices, clock }: { notices: Notices; clock: Clock },
  { id, spaceId, name, createdBy, createdAt, startedAt, batchId }: ExperimentRow,
  problem: { error: string; errorZh: string } | undefined,
  tx: Tx,
): Promise<void> {
  if (batchId !== null || clock.now() - createdAt < LONG_MS) return
  const event = problem ? ('failed' as const) : ('finished' as const)
  const reason = problem && { reason: { en: problem.error, zh: problem.errorZh } }
  const link = `/space/${spaceId}/evaluate/experiments/${id}`
  // The start time makes the key unique for each retry of the experiment.
  await notices.notify([createdBy], 'experiment', { event, name, ...reason }, { key: `${id} ${startedAt}`, link, tx })
}
