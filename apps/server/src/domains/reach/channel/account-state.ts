import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Words } from './adapter.ts'
import type { ChannelNotices } from './channel-notices.ts'
import type { ChannelRepo } from './channel.repo.ts'
import { type AccountRow, AccountStatus } from './channel.table.ts'
import type { ChannelFault } from './fault.ts'

const REFUSALS = 2
const none: Words = { en: '', zh: '' }

export interface AccountStateDeps {
  repo: ChannelRepo
  notices: ChannelNotices
  bus: Bus
  clock: Clock
  log: Log
}

/** Changes the state of an account and publishes the change to all processes. */
export function createAccountState({ repo, notices, bus, clock, log }: AccountStateDeps) {
  async function change(account: AccountRow, to: Partial<AccountRow>): Promise<AccountRow> {
    const row = await repo.update(account.id, { ...to, updatedAt: clock.now() })
    await bus.publish('channel', account.pathKey)
    return row ?? account
  }
  return {
    change,
    set: (account: AccountRow, status: AccountStatus, reason: Words = none) =>
      change(account, {
        status,
        reason: reason.en.slice(0, 500),
        reasonZh: reason.zh.slice(0, 500),
        ...(status === AccountStatus.serving && { refusals: 0 }),
      }),
    /**
     * Takes an account out of service. A single refusal may be a glitch of the platform, so two in a row are needed.
     */
    async refused(account: AccountRow, fault: ChannelFault, isCertain = false): Promise<void> {
      const now = (await repo.byId(account.id)) ?? account
      if (now.status !== AccountStatus.serving) return
      const refusals = now.refusals + 1
      if (fault.kind === 'refused' && refusals < REFUSALS && !isCertain) return void (await change(now, { refusals }))
      const status = fault.kind === 'missing' ? AccountStatus.incomplete : AccountStatus.refused
      log.warn({ account: account.id, reason: fault.words.en }, 'a channel stopped serving')
      const reason = { reason: fault.words.en.slice(0, 500), reasonZh: fault.words.zh.slice(0, 500) }
      const lost = { status, ...reason, updatedAt: clock.now() }
      if (!(await repo.takeOutOfService(now.id, lost, notices.lost))) return
      await notices.wake()
      await bus.publish('channel', account.pathKey)
    },
    async taken(account: AccountRow): Promise<void> {
      await change(account, { refusals: 0 })
    },
  }
}
export type AccountState = ReturnType<typeof createAccountState>
