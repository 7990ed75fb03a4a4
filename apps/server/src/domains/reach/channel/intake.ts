import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Adapter, ChannelEvent, Place, RawAnswer, RawRequest, Received } from './adapter.ts'
import { commandIn } from './batches.ts'
import type { ChannelRepo } from './channel.repo.ts'
import { type AccountRow, AccountStatus, EventState } from './channel.table.ts'
import type { EventNote } from './event-notes.ts'
import type { LaneRepo } from './lane.repo.ts'
import type { Lanes } from './lanes.ts'
import type { Places } from './places.ts'
import { loadAdapter } from './registry.ts'
import { settingsOf } from './settings.ts'
import type { ChannelTurns } from './turns.ts'

export interface IntakeDeps {
  repo: ChannelRepo
  lanes: LaneRepo
  queue: Pick<Lanes, 'schedule' | 'wakeAll'>
  turns: Pick<ChannelTurns, 'stop'>
  places: Places
  bus: Bus
  newId: NewId
  clock: Clock
  log: Log
}
const CACHED = 2000
const MAX_TEXT = 20_000
const MAX_FILES = 20

/** Receives events of platforms. An event is stored before it is acknowledged. */
export function createIntake(deps: IntakeDeps) {
  const { repo, lanes, queue, turns, places, newId, clock, log } = deps
  const accounts = createCache<{ account: AccountRow; place: Place } | undefined>({
    bus: deps.bus,
    topic: 'channel',
    limit: CACHED,
    load: async (key) => {
      const account = await repo.byKey(key)
      return account && { account, place: places.open(account) }
    },
  })
  let forged = 0
  /** Accounts, by key, with stored events that were not scheduled because the cached account was not serving. */
  const unscheduled = new Map<string, string>()
  // The cached account may be stale: when it changes, the events that arrived meanwhile are scheduled.
  deps.bus.subscribe('channel', (key) => {
    const accountId = unscheduled.get(key)
    if (accountId === undefined) return
    unscheduled.delete(key)
    queue.wakeAll(accountId).catch((cause: unknown) => log.warn({ err: cause }, 'a channel was not woken'))
  })

  /** A request that cannot be parsed is treated as forged. */
  async function read(adapter: Adapter | undefined, request: RawRequest, place: Place): Promise<Received> {
    try {
      return (await adapter?.receive?.(request, place)) ?? 'forged'
    } catch (cause) {
      log.debug({ err: cause, account: place.accountId }, 'an event could not be read')
      return 'forged'
    }
  }

  /** Why an event is stored but not answered. */
  function reasonToIgnore(event: ChannelEvent, account: AccountRow): EventNote | undefined {
    if (event.ignore) return { key: event.ignore }
    if (event.chat.kind !== 'group' || event.kind === 'action') return undefined
    const { inGroups, prefix } = settingsOf(account.settings)
    if (inGroups === 'never') return { key: 'groupsOff' }
    if (event.kind === 'join' || event.isToBot || inGroups === 'all') return undefined
    return prefix !== '' && event.text.startsWith(prefix) ? undefined : { key: 'notSpokenTo' }
  }
  /** Limits the answers to one chat, since two programs that answer each other would never stop. */
  async function answerLimitNote(
    { chat, kind }: ChannelEvent,
    account: AccountRow,
    now: number,
  ): Promise<EventNote | undefined> {
    const adapter = await loadAdapter(account.connectorId)
    const limit = kind === 'message' && adapter?.perSender?.(places.configOf(account))
    if (!limit) return undefined
    const count = await lanes.countFrom(account.id, chat.id, now - limit.seconds * 1000)
    return count >= limit.count ? { key: 'tooOften', values: { count: String(limit.count) } } : undefined
  }
  /** Ends an event without an answer, so that the platform does not wait. */
  async function endSilently(event: ChannelEvent, account: AccountRow): Promise<void> {
    const adapter = await loadAdapter(account.connectorId)
    await adapter
      ?.silent?.(places.open(account), event)
      .catch((cause: unknown) => log.debug({ err: cause }, 'an event could not be closed'))
  }
  async function store(given: ChannelEvent, account: AccountRow): Promise<void> {
    const settings = settingsOf(account.settings)
    const event = trimmed(given, settings.prefix)
    const now = clock.now()
    const note = reasonToIgnore(given, account) ?? (await answerLimitNote(event, account, now))
    const isNow = event.kind !== 'message' || commandIn(event.text) !== undefined
    const dueAt = note ? null : isNow ? now : now + settings.burstMs
    const { threadId, isNew } = await lanes.store({
      id: newId(),
      threadId: newId(),
      accountId: account.id,
      event,
      position: event.position ?? now * 1000,
      state: note ? EventState.ignored : EventState.waiting,
      ...(note && { note }),
      now,
      dueAt,
    })
    if (isNew && dueAt === null) await endSilently(event, account)
    if (!isNew || dueAt === null) return
    // Events of a paused or refused account are not scheduled now: all of them are woken when it serves again.
    if (account.status === AccountStatus.serving && !account.isPaused) queue.schedule(threadId, dueAt)
    else unscheduled.set(account.pathKey, account.id)
    const stops = commandIn(event.text) === 'stop' || (settings.onNew === 'newest' && event.kind === 'message')
    if (stops) await stopAnswer(threadId)
  }
  /** Stops the running answer directly, since the lane is busy with it. */
  async function stopAnswer(threadId: string) {
    const found = await lanes.lane(threadId)
    await turns
      .stop(found?.thread.conversationId ?? null)
      .catch((cause: unknown) => log.warn({ err: cause, thread: threadId }, 'an answer could not be stopped'))
  }

  return {
    /** Number of requests with a known address and an invalid signature. */
    forged: () => forged,
    async take(events: ChannelEvent[], account: AccountRow): Promise<void> {
      for (const event of events) await store(event, account)
    },
    /** Undefined if the address is unknown or the request is forged. The caller is not told which. */
    async receive(key: string, request: RawRequest): Promise<RawAnswer | undefined> {
      const found = /^[\w-]{16,64}$/.test(key) ? await accounts.get(key) : undefined
      if (!found || found.account.mode !== 'webhook') return undefined
      const { account, place } = found
      const adapter = await loadAdapter(account.connectorId)
      const received = await read(adapter, request, place)
      if (received === 'forged') {
        forged += 1
        log.warn({ account: account.id }, 'a forged event was refused')
        return undefined
      }
      if (account.status !== AccountStatus.untested) await this.take(received.events, account)
      return received.answer ?? { status: 200, body: '' }
    },
  }
}
export type Intake = ReturnType<typeof createIntake>

const clean = (text: string, max: number) => text.slice(0, max)
/** Makes an event storable: without NUL and lone surrogates. */
const storableEvent = (event: ChannelEvent): ChannelEvent =>
  // Nearly all events are storable already. Only an escape sequence in the JSON needs the slow path.
  UNSTORABLE.test(JSON.stringify(event)) ? storable(event) : event
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as T
  if (Array.isArray(value)) return value.map((item: unknown) => storable(item)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, storable(item as unknown)])) as T
}
function trimmed(given: ChannelEvent, prefix: string): ChannelEvent {
  const event = storableEvent(given)
  const text = clean(event.text, MAX_TEXT)
  return {
    ...event,
    id: clean(event.id, 300),
    chat: {
      ...event.chat,
      id: clean(event.chat.id, 300),
      ...(event.chat.thread && { thread: clean(event.chat.thread, 300) }),
    },
    sender: { ...event.sender, id: clean(event.sender.id, 200), name: clean(event.sender.name, 200) },
    text: event.chat.kind === 'group' && prefix && text.startsWith(prefix) ? text.slice(prefix.length).trim() : text,
    files: event.files.slice(0, MAX_FILES).map((file) => ({ ...file, name: clean(file.name, 200) || file.kind })),
  }
}
