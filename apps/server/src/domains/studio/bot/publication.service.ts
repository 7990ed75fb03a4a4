import { ConnectorPublishStatus, PublishRecordStatus } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { botErrors } from './bot.errors.ts'
import type { BotRepo } from './bot.repo.ts'
import type { ConnectorRow } from './bot.table.ts'
import type { PublicationRepo } from './publication.repo.ts'
import type { ChannelRecord, PublicationRow } from './publication.table.ts'
import type { Connector } from './publish.service.ts'
import { IN_REVIEW } from './shared/in-review.ts'

export interface PublicationDeps {
  repo: BotRepo
  records: PublicationRepo
  resources: ResourceService
  bus: Bus
  jobs: Jobs
  clock: Clock
  log: Log
  connectorOf(id: string, botId: string): Promise<Connector>
  isBound(connector: Connector, row: ConnectorRow | undefined): boolean
  configOf(row: ConnectorRow | undefined): Record<string, string>
  /** Runs in the transaction in which a channel begins to serve another official version. */
  onLive(what: { botId: string; connectorId: string; historyId: string; userId: string }, tx: Tx): Promise<void>
}
export const waiting: ChannelRecord = {
  status: ConnectorPublishStatus.default,
  code: 0,
  message: '',
  messageZh: '',
  at: 0,
}
const inReview: ChannelRecord = {
  ...waiting,
  status: ConnectorPublishStatus.auditing,
  message: 'Waits for review by the creator of the channel',
  messageZh: '等待渠道创建者审核',
}
const isServed = ({ status }: ChannelRecord) => status === ConnectorPublishStatus.success

/**
 * Publishes an immutable version to its channels, one after the other. A failing channel does not affect the others.
 * After a crash, another process continues.
 */
export function createPublications(deps: PublicationDeps) {
  const { repo, records, clock } = deps
  const leased = createLeasedWork({ name: 'bot-publish', store: records.leases, work, ...deps })

  function reasonOf(cause: unknown, id: string): Pick<ChannelRecord, 'code' | 'message' | 'messageZh'> {
    if (!(cause instanceof AppError)) deps.log.warn({ err: cause, publication: id }, 'a channel could not be served')
    const fault = cause instanceof AppError ? cause : botErrors.channelFailed()
    return { code: fault.code, message: fault.text('en'), messageZh: fault.text('zh-CN') }
  }
  /** Publishes to one channel atomically. Returns false if another process has taken over. */
  async function serve(row: PublicationRow, connectorId: string, fence: number): Promise<boolean> {
    const { botId, historyId, createdBy } = row
    const connector = await deps.connectorOf(connectorId, botId)
    const config = deps.configOf(await repo.connector(botId, connectorId))
    const what = { resourceId: botId, userId: createdBy, publicationId: row.id, historyId, config }
    const outcome = await connector.serve?.(what)
    if (outcome === IN_REVIEW) return records.note(row.id, fence, connectorId, inReview)
    return goLive(row, connectorId, (record, tx) => records.note(row.id, fence, connectorId, record, tx))
  }
  async function goLive(
    row: PublicationRow,
    connectorId: string,
    note: (record: ChannelRecord, tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    const { botId, historyId, createdBy } = row
    const connector = await deps.connectorOf(connectorId, botId)
    return repo.transaction(async (tx) => {
      // Lock against a concurrent rollback or publication.
      if (!(await repo.lock(botId, tx))) throw errors.notFound({ what: 'bot' })
      const before = await repo.connector(botId, connectorId, tx)
      if (!before || !deps.isBound(connector, before)) throw botErrors.connectorNotBound({ id: connectorId })
      if (await records.isOvertaken(row, connectorId, tx)) throw botErrors.overtaken()
      const at = clock.now()
      if (!(await note({ ...waiting, status: ConnectorPublishStatus.success, at }, tx))) return false
      await repo.saveConnector({ ...before, historyId, publishedAt: at }, tx)
      await deps.resources.touch(botId, createdBy, { publishedAt: at }, tx)
      await deps.onLive({ botId, connectorId, historyId, userId: createdBy }, tx)
      return true
    })
  }
  const failedRecord = (cause: unknown, id: string): ChannelRecord => ({
    ...waiting,
    ...reasonOf(cause, id),
    status: ConnectorPublishStatus.failed,
    at: clock.now(),
  })
  async function work(id: string, fence: number): Promise<void> {
    const row = await records.byId(id)
    if (!row) return
    for (const [connectorId, record] of Object.entries(row.connectors)) {
      if (record.status !== ConnectorPublishStatus.default) continue
      const isOurs = await serve(row, connectorId, fence).catch((cause: unknown) =>
        records.note(id, fence, connectorId, failedRecord(cause, id)),
      )
      if (!isOurs) return
      await deps.bus.publish('bot', row.botId)
    }
    await records.finish(id, fence)
  }
  async function record(botId: string, id?: string): Promise<PublicationRow> {
    const row = id ? await records.byId(id) : await records.newest(botId)
    if (row?.botId !== botId) throw errors.notFound({ what: 'publication' })
    return row
  }
  return {
    start: leased.start,
    record,
    newest: records.newest,
    /** Starts the publication in this process. With `waits`, returns when it is finished or waits only for reviews. */
    async begin(id: string, waits: boolean): Promise<void> {
      await leased.watch(id)
      const going = leased.run(id)
      if (waits) await going
      else going.catch((cause: unknown) => deps.log.warn({ err: cause, publication: id }, 'a publication stopped'))
    },
    run: leased.run,
    /**
     * Applies the outcome of a review: without a refusal, the version is served. Returns false if no review is open.
     */
    async decide(id: string, connectorId: string, refusal?: AppError): Promise<boolean> {
      const row = await records.byId(id)
      if (!row) return false
      const settle = (record: ChannelRecord, tx?: Tx) => records.settle(id, connectorId, record, tx)
      const isDone = refusal
        ? await settle(failedRecord(refusal, id))
        : await goLive(row, connectorId, settle).catch(async (cause: unknown) => {
            await settle(failedRecord(cause, id))
            throw cause
          })
      if (isDone) await deps.bus.publish('bot', row.botId)
      return isDone
    },
    /** Publishes to the failed channels again. */
    async retry(botId: string, id: string): Promise<PublicationRow> {
      const row = await record(botId, id)
      const again = Object.entries(row.connectors).map(([key, item]) => [key, isServed(item) ? item : waiting] as const)
      const isOver = row.status === PublishRecordStatus.publishDone
      if (!isOver || Object.values(row.connectors).every(isServed)) throw botErrors.nothingToRetry()
      if (!(await records.reopen(id, Object.fromEntries(again)))) throw botErrors.nothingToRetry()
      await this.begin(id, false)
      return record(botId, id)
    },
  }
}
