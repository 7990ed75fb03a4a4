import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { AccountState } from './account-state.ts'
import type { ChannelNotices } from './channel-notices.ts'
import type { Adapter, Check, Words } from './adapter.ts'
import { channelErrors } from './channel.errors.ts'
import type { ChannelRepo } from './channel.repo.ts'
import { type AccountMode, type AccountRow, AccountStatus, SendState } from './channel.table.ts'
import type { Holder } from './holder.ts'
import type { LaneRepo } from './lane.repo.ts'
import type { Lanes } from './lanes.ts'
import { ChannelFault } from './fault.ts'
import { faultOf } from './outbox.ts'
import type { Places } from './places.ts'
import { newAccount } from './new-account.ts'
import { loadAdapter } from './registry.ts'
import { type ChannelSettings } from './settings.ts'
import { checkConfig, isPublicAddress, isShownField, MASK } from './setup-rules.ts'

export interface ChannelServiceDeps {
  repo: ChannelRepo
  lanes: LaneRepo
  queue: Pick<Lanes, 'schedule' | 'wakeAll'>
  holder: Pick<Holder, 'scan' | 'at'>
  state: AccountState
  notices: Pick<ChannelNotices, 'disconnected'>
  places: Places
  audit: AuditService
  newId: NewId
  clock: Clock
  publicUrl: string
  published(resourceId: string, connectorId: string): Promise<RunnableBot | undefined>
  /** Called when the account becomes ready or is removed, so that the publish page offers the channel or not. */
  onBound(resourceId: string, connectorId: string, isBound: boolean, userId: string): Promise<void>
}
export interface Doer {
  userId: string
  spaceId: string
}
export interface AccountChange {
  config?: Record<string, string> | undefined
  mode?: AccountMode | undefined
  settings?: Partial<ChannelSettings> | undefined
}
const MAX_ACCOUNTS = 50
/** Hides the difference between a closed port and one that hangs up, so that tests cannot be used to scan networks. */
const testFault = (cause: unknown) =>
  cause instanceof AppError
    ? new ChannelFault('later', { en: cause.text('en'), zh: cause.text('zh-CN') })
    : faultOf(cause)

/** Manages accounts on platforms: set-up, tests, pausing, and undelivered messages. */
export function createChannelService(deps: ChannelServiceDeps) {
  const { repo, lanes, queue, holder, state, places, audit, newId, clock, publicUrl } = deps

  async function adapterOf(connectorId: string): Promise<Adapter> {
    const adapter = await loadAdapter(connectorId)
    if (!adapter) throw channelErrors.unknown()
    return adapter
  }
  async function require(resourceId: string, connectorId: string): Promise<AccountRow> {
    await adapterOf(connectorId)
    const row = await repo.find(resourceId, connectorId)
    if (!row) throw channelErrors.notSetUp()
    return row
  }
  type ChannelAct = 'drop' | 'pause' | 'remove' | 'resend' | 'resume' | 'save'
  const record = (doer: Doer, action: ChannelAct, { resourceId, connectorId }: AccountRow) =>
    audit.record({
      actorId: doer.userId,
      spaceId: doer.spaceId,
      action: `channel.${action}`,
      target: resourceId,
      detail: { connector: connectorId },
    })
  /** A platform cannot call a machine without a public address, but the machine can always call the platform. */
  const usualMode = ({ setup }: Adapter): AccountMode =>
    setup.modes.includes('long') && !isPublicAddress(publicUrl) ? 'long' : (setup.modes.at(-1) ?? 'webhook')
  function checkMode(mode: AccountMode, { setup, connectorId }: Adapter) {
    const channel = channelKindOf(connectorId)!.en.name
    if (!setup.modes.includes(mode)) throw channelErrors.wrongMode({ channel, modes: setup.modes.join(', ') })
    if (mode === 'webhook' && !setup.isLocalFine && !isPublicAddress(publicUrl))
      throw channelErrors.needsAddress({ address: publicUrl })
  }
  /** The given config, with masked values replaced by the stored ones. */
  function merged(
    given: Record<string, string>,
    before: AccountRow | undefined,
    { setup }: Adapter,
  ): Record<string, string> {
    const old = before ? places.configOf(before) : {}
    // A secret is only sent to the address it was entered for. Otherwise, a person could change the address and receive
    // the secret.
    const addresses = ['api_base', ...setup.fields.filter(({ isAddress }) => isAddress).map(({ name }) => name)]
    const isOther = (name: string) => (given[name] ?? '').trim() !== (old[name] ?? '')
    const isMoved = before !== undefined && addresses.some(isOther)
    const hidden = isMoved ? Object.entries(given).find(([, value]) => value === MASK) : undefined
    if (hidden) throw channelErrors.secretElsewhere({ field: hidden[0] })
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, value === MASK ? (old[key] ?? '') : value.trim()]),
    )
  }

  /** Calls the platform to test the account, and updates its state. */
  async function test(
    resourceId: string,
    connectorId: string,
    userId: string,
  ): Promise<{ account: AccountRow; missing: Words[] }> {
    const account = await require(resourceId, connectorId)
    const adapter = await adapterOf(connectorId)
    const place = places.open(account)
    let found: Check
    try {
      found = await adapter.check(place, account.mode)
      const { identity } = found.profile
      // Checked before the platform gets our address, so that the other bot keeps receiving its messages.
      if (identity && (await repo.isUsed(account, identity))) throw channelErrors.alreadyUsed()
      if (!found.missing.length) await adapter.subscribe?.(place, account.mode)
    } catch (cause) {
      if (cause instanceof AppError && cause.code === ErrorCode.channel.alreadyUsed) throw cause
      const fault = testFault(cause)
      const status = fault.kind === 'refused' ? AccountStatus.refused : AccountStatus.incomplete
      return { account: await state.set(account, status, fault.words), missing: [fault.words] }
    }
    await state.change(account, { profile: found.profile })
    if (found.missing.length) {
      const reason = {
        en: found.missing.map(({ en }) => en).join('; '),
        zh: found.missing.map(({ zh }) => zh).join('；'),
      }
      return { account: await state.set(account, AccountStatus.incomplete, reason), missing: found.missing }
    }
    const isPublished = (await deps.published(resourceId, connectorId)) !== undefined
    const row = await state.set(account, isPublished ? AccountStatus.serving : AccountStatus.ready)
    await deps.onBound(resourceId, connectorId, true, userId)
    if (isPublished) await wake(row)
    return { account: row, missing: [] }
  }
  async function wake(account: AccountRow) {
    await queue.wakeAll(account.id)
    await holder.scan()
  }

  return {
    adapterOf,
    find: repo.find,
    usualMode,
    /** The config with secrets masked. Masked values that are sent back keep the stored secret. */
    async shownConfig(account: AccountRow): Promise<Record<string, string>> {
      const { setup } = await adapterOf(account.connectorId)
      return Object.fromEntries(
        Object.entries(places.configOf(account)).map(([key, value]) => [
          key,
          value && !isShownField(setup, key) ? MASK : value,
        ]),
      )
    },
    linksOf: (account: AccountRow) => ({ hookUrl: places.hookUrl(account), hookSecret: places.hookSecret(account) }),
    connectionOf: (account: AccountRow) => holder.at(account.id),
    /** A serving account whose bot or project is not published on the channel is shown as ready. */
    async stateOf(account: AccountRow): Promise<AccountStatus> {
      const isIdle =
        account.status === AccountStatus.serving &&
        (await deps.published(account.resourceId, account.connectorId)) === undefined
      return isIdle ? AccountStatus.ready : account.status
    },
    of: repo.of,
    async save(resourceId: string, connectorId: string, change: AccountChange, doer: Doer): Promise<AccountRow> {
      const adapter = await adapterOf(connectorId)
      const before = await repo.find(resourceId, connectorId)
      const mode = change.mode ?? before?.mode ?? usualMode(adapter)
      checkMode(mode, adapter)
      const config = change.config ? merged(change.config, before, adapter) : before ? places.configOf(before) : {}
      checkConfig(config, adapter.setup, mode)
      const settings = { ...before?.settings, ...change.settings }
      const now = clock.now()
      if (before) {
        const isOther = mode !== before.mode || JSON.stringify(config) !== JSON.stringify(places.configOf(before))
        const row = await state.change(before, {
          mode,
          settings,
          // New credentials have to be tested again, and the read position of the old ones does not apply to them.
          ...(isOther && {
            config: places.seal(config),
            status: AccountStatus.untested,
            cursor: '',
            reason: '',
            reasonZh: '',
          }),
        })
        await record(doer, 'save', row)
        return row
      }
      if ((await repo.ofSpace(doer.spaceId)).length >= MAX_ACCOUNTS) throw channelErrors.tooMany({ max: MAX_ACCOUNTS })
      const row = newAccount({
        id: newId(),
        resourceId,
        connectorId,
        config: places.seal(config),
        mode,
        settings,
        createdBy: doer.userId,
        now,
      })
      await repo.insert(row)
      await record(doer, 'save', row)
      return row
    },
    test,
    async pause(resourceId: string, connectorId: string, isPaused: boolean, doer: Doer): Promise<AccountRow> {
      const row = await state.change(await require(resourceId, connectorId), { isPaused })
      await record(doer, isPaused ? 'pause' : 'resume', row)
      if (!isPaused) await wake(row)
      return row
    },
    async remove(resourceId: string, connectorId: string, doer: Doer): Promise<void> {
      const account = await require(resourceId, connectorId)
      await deps.onBound(resourceId, connectorId, false, doer.userId)
      await repo.remove(account.id)
      await state.change(account, {})
      await record(doer, 'remove', account)
      await deps.notices.disconnected(account, doer.userId)
    },
    /** Called before a version is published on the channel. Throws if the account is not ready. */
    async serve(resourceId: string, connectorId: string): Promise<void> {
      const account = await require(resourceId, connectorId)
      const { en, zh } = channelKindOf(connectorId)!
      const isReady = account.status === AccountStatus.ready || account.status === AccountStatus.serving
      if (!isReady)
        throw channelErrors.notTested({
          channel: en.name,
          reason: account.reason || en.name,
          reasonZh: account.reasonZh || zh.name,
        })
      if (account.status === AccountStatus.serving) return
      await wake(await state.set(account, AccountStatus.serving))
    },
    ofSpace: repo.ofSpace,
    figures: repo.figures,
    async events(resourceId: string, connectorId: string, before: string | undefined, size: number) {
      return repo.events((await require(resourceId, connectorId)).id, before, size)
    },
    async letters(resourceId: string, connectorId: string, size: number) {
      return repo.letters((await require(resourceId, connectorId)).id, size)
    },
    /** Sends a failed or uncertain message again, before newer messages of its thread. */
    async resend(resourceId: string, connectorId: string, sendId: string, doer: Doer): Promise<void> {
      const account = await require(resourceId, connectorId)
      const change = { state: SendState.waiting, tries: 0, nextAt: 0, error: '', errorZh: '', doneAt: null }
      const threadId = await lanes.changeLetter(account.id, sendId, change)
      if (!threadId) throw channelErrors.noLetter()
      await record(doer, 'resend', account)
      await lanes.makeDue(threadId, clock.now())
      queue.schedule(threadId, clock.now())
    },
    async drop(resourceId: string, connectorId: string, sendId: string, doer: Doer): Promise<void> {
      const account = await require(resourceId, connectorId)
      const change = { state: SendState.dropped, doneAt: clock.now() }
      if (!(await lanes.changeLetter(account.id, sendId, change))) throw channelErrors.noLetter()
      await record(doer, 'drop', account)
    },
  }
}
export type ChannelService = ReturnType<typeof createChannelService>
