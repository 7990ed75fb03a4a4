import type { Clock } from '#kit/clock.ts'
import { wasNeverSent } from '#kit/egress/never-sent.ts'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { Adapter, Place, Target, Words } from './adapter.ts'
import type { Buckets } from './buckets.ts'
import type { AccountRow, SendRow, ThreadRow } from './channel.table.ts'
import { SendState } from './channel.table.ts'
import { ChannelFault } from './fault.ts'
import type { LaneRepo } from './lane.repo.ts'
import type { Outages } from './outages.ts'

export interface OutboxDeps {
  lanes: LaneRepo
  buckets: Buckets
  outages: Outages
  clock: Clock
  log: Log
  readFile(key: string): Promise<Buffer | undefined>
  /** The platform refused the account; `onTaken`: it accepts the account again. */
  onRefused(account: AccountRow, fault: ChannelFault): Promise<void>
  onTaken(account: AccountRow): Promise<void>
  /** The platform responds again after an outage. */
  onBack(account: AccountRow): Promise<void>
}
export interface Sending {
  account: AccountRow
  thread: ThreadRow
  fence: number
  adapter: Adapter
  place: Place
}
/** Seconds before each retry: eight tries in total, over about six hours. */
const waits = [5, 30, 120, 600, 1800, 5400, 14_400]
const TRIES = waits.length + 1

const unsure: Words = {
  en: 'The connection broke while this was being sent. Look whether it arrived, then resend or drop it',
  zh: '发送过程中连接中断，请确认对方是否已收到，再选择重发或丢弃',
}
const fileGone: Words = { en: 'The file of this message is gone', zh: '该消息的文件已不存在' }
const unreachable: Words = { en: 'The platform could not be reached', zh: '无法连接平台' }

export const targetOf = ({ chatId, threadKey, kind }: ThreadRow, reply: Record<string, string>): Target => ({
  chatId,
  threadKey,
  kind,
  reply,
})

/** Converts an error to a fault. A request that may have arrived is never repeated blindly. */
export function faultOf(cause: unknown): ChannelFault {
  if (cause instanceof ChannelFault) return cause
  if (wasNeverSent(cause)) {
    const words = cause instanceof AppError ? { en: cause.text('en'), zh: cause.text('zh-CN') } : unreachable
    return new ChannelFault('later', words)
  }
  return new ChannelFault('uncertain', unsure)
}

/** Sends messages one by one. Every outcome is stored in the row, so that another process can continue. */
export function createOutbox(deps: OutboxDeps) {
  const { lanes, buckets, outages, clock, log, readFile, onRefused, onTaken, onBack } = deps
  /** Milliseconds to wait for the rate limits of the platform. */
  function pace({ account, thread, adapter }: Sending): number {
    const { account: whole, chat, group } = adapter.can.rates
    const own = thread.kind === 'group' ? (group ?? chat) : chat
    const wait = own ? buckets.wait(`chat ${thread.id}`, own) : 0
    return wait || (whole ? buckets.wait(`account ${account.id}`, whole) : 0)
  }
  async function deliver(row: SendRow, { adapter, place, thread, fence }: Sending): Promise<string> {
    const to = targetOf(thread, row.payload.reply)
    if (row.platformId) {
      await adapter.edit!(place, to, row.platformId, row.payload)
      return row.platformId
    }
    const bytes = row.payload.file && (await readFile(row.payload.file.key))
    if (row.payload.file && !bytes) throw new ChannelFault('never', fileGone)
    const id = await adapter.send(place, to, row.payload, row.key, bytes)
    if (!row.payload.wasOpen || !adapter.edit) return id
    // The message may still show the beginning of the answer, since the key made the send a repeat.
    await lanes.updateSend(row, fence, { platformId: id })
    await adapter.edit(place, to, id, row.payload)
    return id
  }
  /** Whether the platform would recognise a repeat of this message by its key. */
  const deduplicates = ({ createdAt }: SendRow, { can }: Adapter) =>
    can.takesKey && (can.keyMs === undefined || clock.now() - createdAt < can.keyMs)
  const isLastTry = (tries: number) => tries >= TRIES
  async function fail(row: SendRow, sending: Sending, fault: ChannelFault): Promise<void> {
    const { fence, adapter, account } = sending
    const words = { error: fault.words.en.slice(0, 500), errorZh: fault.words.zh.slice(0, 500) }
    const now = clock.now()
    const end = (state: SendState) => lanes.updateSend(row, fence, { state, ...words, doneAt: now })
    const again = (afterMs: number, tries = row.tries + 1) =>
      lanes.updateSend(row, fence, { state: SendState.waiting, tries, nextAt: now + afterMs, ...words })
    if (fault.kind === 'refused' || fault.kind === 'missing') {
      // The message waits until the account is repaired; this does not count as a try.
      await again(0, row.tries)
      return onRefused(account, fault)
    }
    if (fault.kind === 'never') return void (await end(SendState.failed))
    // A platform that specifies a wait is available, so this is not a failed try.
    if (fault.waitMs !== undefined) return void (await again(fault.waitMs, row.tries))
    outages.failed(account.id)
    if (fault.kind === 'lost') return resolveUncertain(row, sending)
    const isRepeatable = fault.kind === 'later' || row.platformId !== '' || deduplicates(row, adapter)
    if (isRepeatable) {
      if (isLastTry(row.tries + 1)) return void (await end(SendState.failed))
      return void (await again(waits[row.tries]! * 1000))
    }
    await resolveUncertain(row, sending)
  }
  /**
   * It is unknown whether the message arrived: look it up if the platform allows it, otherwise leave it to a person.
   */
  async function resolveUncertain(row: SendRow, { adapter, place, thread, fence }: Sending): Promise<void> {
    const now = clock.now()
    // Files carry no key to look up.
    if (!adapter.find || row.payload.file)
      return void (await lanes.updateSend(row, fence, {
        state: SendState.uncertain,
        error: unsure.en,
        errorZh: unsure.zh,
        doneAt: now,
      }))
    try {
      const found = await adapter.find(place, targetOf(thread, row.payload.reply), row.key)
      await lanes.updateSend(
        row,
        fence,
        found === undefined
          ? { state: SendState.waiting, tries: row.tries + 1, nextAt: now }
          : row.payload.wasOpen
            ? { state: SendState.waiting, platformId: found, nextAt: now }
            : { state: SendState.sent, platformId: found, doneAt: now },
      )
    } catch (cause) {
      log.debug({ err: cause, send: row.id }, 'a message could not be looked up')
      // The state stays the same, and the message is looked up again later.
      await lanes.updateSend(row, fence, { nextAt: now + (waits[Math.min(row.tries, waits.length - 1)] ?? 5) * 1000 })
    }
  }

  return {
    pace,
    /** Makes one try and stores its outcome in the row. */
    async attempt(row: SendRow, sending: Sending): Promise<void> {
      const { fence, adapter, account } = sending
      const wasCut = row.state === SendState.sending
      if (wasCut && !deduplicates(row, adapter) && row.platformId === '') return resolveUncertain(row, sending)
      const wait = pace(sending)
      if (wait > 0) return void (await lanes.updateSend(row, fence, { nextAt: clock.now() + wait }))
      if (!(await lanes.updateSend(row, fence, { state: SendState.sending }))) return
      try {
        const platformId = await deliver(row, sending)
        await lanes.updateSend(row, fence, {
          state: SendState.sent,
          platformId,
          error: '',
          errorZh: '',
          doneAt: clock.now(),
        })
      } catch (cause) {
        const fault = faultOf(cause)
        log.debug({ send: row.id, fault: fault.kind, cause: fault.message }, 'a message was not sent')
        return fail(row, sending, fault)
      }
      // Errors from here on do not fail the message.
      if (account.refusals > 0) await onTaken(account)
      if (outages.answered(account.id)) await onBack(account)
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>
