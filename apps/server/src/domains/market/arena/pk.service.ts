import {
  ARENA_LIMITS,
  ArenaField,
  BotMode,
  PkScene,
  PkStatus,
  ProductEntity,
  ProductState,
  type SideState,
} from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { drawPair } from '#kit/stats/ranking/pairing.ts'
import type { AgentService } from '#domains/chat/agent/agent.service.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import type { ProductRow } from '#domains/market/market/market.table.ts'
import { arenaErrors } from './arena.errors.ts'
import type { ArenaRepo } from './arena.repo.ts'
import type { ArenaSettingsStore } from './arena-settings.ts'
import type { ArenaTurnRow, PkRow } from './arena.table.ts'
import type { BoardReader } from './board.service.ts'
import { fieldOf } from './field-of.ts'
import { createPacer, createStartGate } from './pacing.ts'
import type { Participant, Participants } from './participants.ts'
import { answerSide, battleBot } from './side-turn.ts'

export interface PkDeps {
  repo: ArenaRepo
  participants: Participants
  settings: ArenaSettingsStore
  board: Pick<BoardReader, 'live'>
  agent: Pick<AgentService, 'run'>
  traces: Pick<TraceService, 'begin'>
  product(id: string): Promise<ProductRow | undefined>
  published(botId: string): Promise<TurnBot>
  mayView(userId: string, botId: string): Promise<boolean>
  homeOf(userId: string): Promise<string>
  /** Classifies the field of a question more precisely, if a model is available. */
  classify(question: string): Promise<ArenaField | undefined>
  bus: Bus
  newId: NewId
  clock: Clock
  log: Log
}
export interface SideListener {
  text(delta: string): void
  end(status: Exclude<SideState, 'idle' | 'running'>): void
}
export interface RunningSide {
  questionId: string
  answerId: string
  listen(listener: SideListener): () => void
}
const DAY_MS = 86_400_000
const LEASE_MS = 30_000
const RENEW_MS = 10_000
const STOP_TOPIC = 'arena.stop'
const dayOf = (now: number) => Math.floor(now / DAY_MS) * DAY_MS
export const stateOf = (turns: readonly ArenaTurnRow[], side: 0 | 1): SideState =>
  turns.findLast((turn) => turn.side === side)?.status ?? 'idle'
const isOver = (state: SideState) => state === 'done' || state === 'stopped' || state === 'failed'
const roundsOf = (turns: readonly ArenaTurnRow[], side: 0 | 1) => turns.filter((turn) => turn.side === side).length
/** Whether both sides have finished the same round. */
export const isAnswered = (turns: readonly ArenaTurnRow[]): boolean =>
  turns.length > 0 &&
  roundsOf(turns, 0) === roundsOf(turns, 1) &&
  isOver(stateOf(turns, 0)) &&
  isOver(stateOf(turns, 1))

/** Battles, from the draw of the pair to the last answer. */
export function createPkService(deps: PkDeps) {
  const { repo, participants, settings, bus, newId, clock, log } = deps
  const startGate = createStartGate()
  const running = new Map<string, AbortController>()
  bus.subscribe(STOP_TOPIC, (traceId) => running.get(traceId)?.abort())

  async function botFor(userId: string, input: { productId?: string | undefined; botId?: string | undefined }) {
    const { productId } = input
    let { botId } = input
    if (productId) {
      const product = await deps.product(productId)
      if (product?.status !== ProductState.listed || product.entityType !== ProductEntity.bot)
        throw errors.notFound({ what: 'product' })
      botId = product.entityId
    } else if (botId && !(await deps.mayView(userId, botId))) throw errors.notFound({ what: 'bot' })
    if (!botId) return undefined
    const bot = await deps.published(botId).catch(() => undefined)
    if (!bot || bot.config.bot_mode !== BotMode.single) throw arenaErrors.notABattleBot()
    return bot
  }
  const usesTools = ({ config }: TurnBot) =>
    config.plugin_info_list.length + config.workflow_info_list.length + config.database_list.length > 0

  async function drawPairFor(bot: TurnBot | undefined): Promise<[Participant, Participant]> {
    const all = await participants.usable()
    const able = bot && usesTools(bot) ? all.filter(({ canUseTools }) => canUseTools) : all
    if (able.length < 2) throw all.length < 2 ? arenaErrors.fewModels() : arenaErrors.needsTools()
    const known = await deps.board.live()
    const n = able.length
    const wins = new Float64Array(n * n)
    const votes = able.map(() => 0)
    const part = known?.parts.find(({ scene, field }) => scene === PkScene.all && field === ArenaField.all)
    if (known && part) {
      const at = new Map(part.standings.map(({ model }, place) => [known.models[model]!.id, place]))
      for (const [i, one] of able.entries()) {
        const row = at.get(one.id)
        if (row === undefined) continue
        votes[i] = part.standings[row]!.votes
        for (const [j, other] of able.entries()) {
          const column = at.get(other.id)
          if (column !== undefined) wins[i * n + j] = part.wins[row]![column]!
        }
      }
    }
    const isSame = (i: number, j: number) => able[i]!.modelId === able[j]!.modelId
    const [i, j] = drawPair({ wins, n, votes, isSame }, Math.random)
    return Math.random() < 0.5 ? [able[i]!, able[j]!] : [able[j]!, able[i]!]
  }

  async function create(userId: string, input: { productId?: string | undefined; botId?: string | undefined }) {
    const { battles_a_day: most, cost_a_day: budget } = await settings.get()
    const today = dayOf(clock.now())
    if ((await repo.battlesSince(userId, today)) >= most) throw arenaErrors.dayUsed({ most })
    if (budget > 0 && (await repo.costSince(today)) >= budget) throw arenaErrors.costUsed()
    const bot = await botFor(userId, input)
    const [left, right] = await drawPairFor(bot)
    const row = {
      id: newId(),
      userId,
      scene: bot ? PkScene.bot : PkScene.model,
      botId: bot?.id ?? '0',
      botVersion: bot?.version ?? '',
      botName: bot?.name ?? '',
      leftModel: left.id,
      rightModel: right.id,
      leftConversation: newId(),
      rightConversation: newId(),
      status: PkStatus.pending,
      field: ArenaField.knowledge,
      questionId: null,
      createdAt: clock.now(),
      answeredAt: null,
    } satisfies PkRow
    await repo.insertPk(row)
    return row
  }
  /** Returns a battle of the person; other battles are "not found". */
  async function own(pk: PkRow | undefined, userId: string): Promise<PkRow> {
    if (!pk || pk.userId !== userId) throw errors.notFound({ what: 'battle' })
    return pk
  }

  /** Stores a turn of a side as running, or throws the reason why the side cannot be asked. */
  async function open(pkId: string, side: 0 | 1, query: string, questionId: string | undefined) {
    const drawn = questionId ? await repo.drawnFrom(questionId, query) : undefined
    return repo.transaction(async (tx) => {
      const pk = (await repo.lockPk(pkId, tx))!
      const now = clock.now()
      await repo.failAbandoned(pkId, now, tx)
      const turns = await repo.turns(pkId, tx)
      if (pk.status === PkStatus.voted) throw arenaErrors.votedAlready()
      if (turns.some(({ status }) => status === 'failed')) throw arenaErrors.sideFailed()
      const [mine, other] = [roundsOf(turns, side), roundsOf(turns, side === 0 ? 1 : 0)]
      if (
        stateOf(turns, side) === 'running' ||
        mine > other ||
        (mine === other && turns.length > 0 && !isAnswered(turns))
      )
        throw arenaErrors.sideBusy()
      if (mine >= ARENA_LIMITS.rounds) throw arenaErrors.lastRound({ most: ARENA_LIMITS.rounds })
      const asked = turns.find((turn) => turn.side !== side && turn.round === mine + 1)
      if (asked && asked.question !== query) throw arenaErrors.otherQuestion()
      const row: ArenaTurnRow = {
        pkId,
        side,
        round: mine + 1,
        traceId: newId(),
        question: query,
        answer: '',
        status: 'running',
        toolCalls: 0,
        cost: 0,
        leaseUntil: now + LEASE_MS,
        startedAt: now,
        finishedAt: null,
        trace: null,
      }
      await repo.insertTurn(row, tx)
      const isFirst = turns.length === 0
      const known = drawn?.field ?? fieldOf(query)
      await repo.updatePk(
        pkId,
        {
          status: PkStatus.started,
          answeredAt: null,
          ...(isFirst && { field: known ?? ArenaField.knowledge, questionId: drawn?.id ?? null }),
        },
        tx,
      )
      return { pk, row, history: turns.filter((turn) => turn.side === side), isUnknown: isFirst && !known }
    })
  }

  async function close(row: ArenaTurnRow, answer: string, end: Awaited<ReturnType<typeof answerSide>>) {
    await repo.transaction(async (tx) => {
      const pk = (await repo.lockPk(row.pkId, tx))!
      const now = clock.now()
      const { status, toolCalls, cost, trace } = end
      if (!(await repo.endTurn(row, { status, answer, toolCalls, cost, trace, finishedAt: now }, tx))) return
      const turns = await repo.turns(row.pkId, tx)
      const isToolUse = turns.some((turn) => turn.toolCalls > 0) && pk.questionId === null
      const change = {
        ...(isAnswered(turns) && { status: PkStatus.answered, answeredAt: now }),
        ...(isToolUse && { field: ArenaField.tools }),
      }
      if (Object.keys(change).length) await repo.updatePk(row.pkId, change, tx)
    })
  }

  /** Asks one side. The side answers whether or not anybody listens. */
  async function ask(
    userId: string,
    input: { conversationId: string; query: string; questionId?: string | undefined; locale: Locale },
  ): Promise<RunningSide> {
    const found = await own(await repo.pkOf(input.conversationId), userId)
    const side = found.leftConversation === input.conversationId ? 0 : 1
    const { levels_pace: isLevelled, cost_a_day: budget } = await settings.get()
    if (budget > 0 && (await repo.costSince(dayOf(clock.now()))) >= budget) throw arenaErrors.costUsed()
    const bot = found.botId === '0' ? undefined : await deps.published(found.botId).catch(() => undefined)
    if (found.botId !== '0' && !bot) throw arenaErrors.notABattleBot()
    const homeId = await deps.homeOf(userId)
    const { pk, row, history, isUnknown } = await open(found.id, side, input.query, input.questionId)
    if (isUnknown) improveField(pk.id, input.query)
    const controller = new AbortController()
    running.set(row.traceId, controller)
    const listeners = new Set<SideListener>()
    let shown = ''
    let ended: Exclude<SideState, 'idle' | 'running'> | undefined
    const tell = (delta: string) => {
      shown += delta
      for (const listener of listeners) listener.text(delta)
    }
    const key = `${row.pkId} ${row.round}`
    const pacer = createPacer(tell, () => (isLevelled ? startGate.ready(key, side) : Promise.resolve()))
    controller.signal.addEventListener('abort', () => pacer.cut(), { once: true })
    const lease = setInterval(() => void repo.renew(row, clock.now() + LEASE_MS).catch(() => {}), RENEW_MS).unref()
    const run = async () => {
      const end = await answerSide(
        deps,
        {
          traceId: row.traceId,
          conversationId: input.conversationId,
          userId,
          homeId,
          bot: battleBot(bot, homeId, side === 0 ? pk.leftModel : pk.rightModel),
          question: input.query,
          history,
          locale: input.locale,
          signal: controller.signal,
        },
        (delta) => (controller.signal.aborted ? undefined : isLevelled ? pacer.take(delta) : tell(delta)),
      )
      // A side that ends without text does not make the other wait.
      if (isLevelled) void startGate.ready(key, side)
      if (isLevelled && !controller.signal.aborted) await Promise.race([pacer.end(), aborted(controller.signal)])
      // It may have been stopped while the last text was being sent.
      const status = controller.signal.aborted ? ('stopped' as const) : end.status
      await close(row, shown, { ...end, status })
      ended = status
    }
    run()
      .catch((cause: unknown) => {
        log.error({ err: cause, pk: row.pkId }, 'a side of a battle broke')
        ended = 'failed'
      })
      .finally(() => {
        clearInterval(lease)
        running.delete(row.traceId)
        for (const listener of listeners) listener.end(ended!)
        listeners.clear()
      })
    return {
      questionId: newId(),
      answerId: newId(),
      listen(listener) {
        if (shown) listener.text(shown)
        if (ended) listener.end(ended)
        else listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
  }
  function improveField(pkId: string, query: string) {
    deps
      .classify(query)
      .then((field) => (field ? repo.updatePk(pkId, { field }) : undefined))
      .catch((cause: unknown) => log.warn({ err: cause }, 'the field of a question could not be told'))
  }

  return {
    create,
    ask,
    async own(pkId: string, userId: string): Promise<PkRow> {
      return own(await repo.pk(pkId), userId)
    },
    async stop(conversationId: string, userId: string): Promise<void> {
      const pk = await own(await repo.pkOf(conversationId), userId)
      const side = pk.leftConversation === conversationId ? 0 : 1
      const turn = (await repo.turns(pk.id)).findLast((one) => one.side === side)
      if (turn?.status !== 'running') throw arenaErrors.nothingRunning()
      await bus.publish(STOP_TOPIC, turn.traceId)
    },
    async battle(pkId: string, userId: string) {
      const pk = await own(await repo.pk(pkId), userId)
      const turns = await repo.transaction(async (tx) => {
        await repo.lockPk(pkId, tx)
        await repo.failAbandoned(pkId, clock.now(), tx)
        return repo.turns(pkId, tx)
      })
      return { pk, turns, vote: await repo.vote(pkId) }
    },
    /** Stops the turns of this process; their text so far is stored. */
    async end() {
      for (const controller of running.values()) controller.abort()
    },
  }
}
export type PkService = ReturnType<typeof createPkService>

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
