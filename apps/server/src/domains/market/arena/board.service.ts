import { ArenaField, type BoardKind, LIVE_BOARD, PkScene } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { BoardInput, BoardResult } from '#kit/stats/ranking/board.ts'
import { arenaBoardErrors } from './arena.errors.ts'
import type { ArenaRepo } from './arena.repo.ts'
import type { ArenaSettingsStore } from './arena-settings.ts'
import type { BoardContent, BoardRow } from './arena.table.ts'
import type { Bounds, BoardRepo } from './board.repo.ts'
import type { Participants } from './participants.ts'

export interface BoardDeps {
  repo: BoardRepo
  arena: Pick<ArenaRepo, 'votesOf'>
  participants: Pick<Participants, 'byIds'>
  settings: ArenaSettingsStore
  compute(input: BoardInput): Promise<BoardResult>
  jobs: Jobs
  bus: Bus
  clock: Clock
}
const JOB = 'arena.board'
const TOPIC = 'arena.board'
const ROUNDS = 1000
/** Minimum interval between computations of the live board. */
const MIN_INTERVAL_MS = 60_000
const FOREVER = Number.MAX_SAFE_INTEGER

/** A month such as `2026-10`. */
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)
const boundsOf = (month: string): Bounds => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { from: Date.UTC(year, number - 1), until: Date.UTC(year, number) }
}

/** Boards: the live one, which follows the votes, and one per finished month, which never changes. */
export function createBoardService({ repo, arena, participants, settings, compute, jobs, bus, clock }: BoardDeps) {
  const boards = createCache<BoardRow | undefined>({
    bus,
    clearOn: [TOPIC],
    limit: 50,
    keepsMissing: true,
    load: (key) => {
      const [kind, id] = key.split(' ') as [BoardKind, string]
      return repo.get(kind, id)
    },
  })
  async function make(kind: BoardKind, id: string): Promise<void> {
    const isLive = id === LIVE_BOARD
    const bounds = isLive ? { from: 0, until: FOREVER } : boundsOf(id)
    const startedAt = clock.now()
    const { counts_both_bad: countsBothBad } = await settings.get()
    const { votes, models, voters } = await repo.read(kind, bounds, countsBothBad)
    const total = votes.left.length
    const result = await compute({ models: models.length, votes, rounds: ROUNDS, seed: `${kind} ${id}` })
    const names = await participants.byIds(models)
    const outliers = kind === 'people' ? result.outliers.map((voter) => voters[voter]!) : []
    await repo.transaction(async (tx) => {
      if (isLive && kind === 'people') await repo.mark(outliers, tx)
      const part = result.parts.find(({ scene, field }) => scene === PkScene.all && field === ArenaField.all)
      const content: BoardContent = {
        models: models.map((model) => ({
          id: model,
          name: names.get(model)?.name ?? '',
          company: names.get(model)?.company ?? '',
        })),
        parts: result.parts,
        leftOut: kind === 'people' ? await repo.leftOut(bounds, tx) : {},
        ...(kind === 'machine' && { agreement: await repo.agreement(tx) }),
      }
      const row: BoardRow = {
        kind,
        id,
        frozen: !isLive,
        fromAt: bounds.from,
        untilAt: isLive ? startedAt : bounds.until,
        computedAt: startedAt,
        voteCount: part?.votes ?? total,
        pkCount: await repo.battles(bounds, tx),
        content,
      }
      await repo.save(row, tx)
    })
    await bus.publish(TOPIC, `${kind} ${id}`)
  }
  /** Finished months without an edition. */
  async function missing(): Promise<string[]> {
    const first = await repo.firstVote()
    if (first === undefined) return []
    const known = new Set((await repo.editions()).map(({ id }) => id))
    const months: string[] = []
    const now = monthOf(clock.now())
    for (let month = monthOf(first); month < now; month = monthOf(boundsOf(month).until))
      if (!known.has(month)) months.push(month)
    return months
  }
  async function freeze(): Promise<string[]> {
    const months = await missing()
    for (const month of months) await make('people', month)
    return months
  }
  /** How many votes a person still has to cast before the boards are visible. */
  async function votesNeeded(userId: string, isOwner: boolean): Promise<number> {
    const { votes_for_board: wanted } = await settings.get()
    return isOwner || wanted === 0 ? 0 : Math.max(0, wanted - (await arena.votesOf(userId)))
  }
  const live = async () => (await boards.get(`people ${LIVE_BOARD}`))?.content

  return {
    make,
    live,
    votesNeeded,
    freeze,
    editions: repo.editions,
    /** Schedules a computation of the live board, at least a minute after the last one. */
    async scheduleLive(): Promise<void> {
      const last = (await boards.get(`people ${LIVE_BOARD}`))?.computedAt ?? 0
      const wait = Math.max(0, last + MIN_INTERVAL_MS - clock.now())
      await jobs.send(JOB, {}, { singletonKey: LIVE_BOARD, ...(wait > 0 && { startAfter: Math.ceil(wait / 1000) }) })
    },
    /** A board by id; by default the newest edition, or the live board while there is none. */
    async get(id: string, kind: BoardKind, viewer: { userId: string; isOwner: boolean }): Promise<BoardRow> {
      const needed = await votesNeeded(viewer.userId, viewer.isOwner)
      if (needed > 0) throw arenaBoardErrors.votesNeeded({ count: needed })
      const newest = id || (await repo.editions()).find(({ frozen }) => frozen)?.id || LIVE_BOARD
      const found = await boards.get(`${kind} ${newest}`)
      if (found) return found
      if (newest !== LIVE_BOARD) throw arenaBoardErrors.noEdition()
      // There are no votes yet.
      return {
        kind,
        id: LIVE_BOARD,
        frozen: false,
        fromAt: 0,
        untilAt: 0,
        computedAt: 0,
        voteCount: 0,
        pkCount: 0,
        content: { models: [], parts: [], leftOut: {} },
      }
    },
    async rankOf(modelId: string): Promise<number> {
      const content = await live()
      const part = content?.parts.find(({ scene, field }) => scene === PkScene.all && field === ArenaField.all)
      return part?.standings.find(({ model }) => content!.models[model]!.id === modelId)?.rank ?? 0
    },
    async start(): Promise<void> {
      await jobs.define(
        JOB,
        async () => {
          await freeze()
          const last = await repo.get('people', LIVE_BOARD)
          if (!last || (await repo.hasNew(last.computedAt))) await make('people', LIVE_BOARD)
        },
        { onePerKey: true },
      )
      // For computations lost with a dead process, and for months that end without a vote.
      await jobs.schedule(JOB, 'minutely', '* * * * *', {})
    },
  }
}
export type BoardService = ReturnType<typeof createBoardService>
export type BoardReader = Pick<BoardService, 'live' | 'get' | 'rankOf'>
