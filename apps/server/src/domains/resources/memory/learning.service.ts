import { MEMORY_LIMITS, MemoryType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Tx } from '#kit/db.ts'
import { createDrain } from '#kit/work/drain.ts'
import { type ModelWatcher, watchModels } from '#kit/models/model-watch.ts'
import type { LaterStep } from '#domains/chat/trace/trace.service.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { learnWithModel } from './learn-with-model.ts'
import type { LessonRepo } from './lesson.repo.ts'
import type { MemorySearch } from './memory-search.ts'
import { factsIn, forgetRequest, isAbout, isSame } from './memory-words.ts'
import type { MemoryRepo, MemoryOwner } from './memory.repo.ts'
import type { Lesson, MemoryRow } from './memory.table.ts'

export interface LearningDeps {
  repo: MemoryRepo
  lessons: LessonRepo
  search: MemorySearch
  /** A real model; undefined if only the built-in offline one is available. */
  model(spaceId: string): Promise<ReadyModel | undefined>
  spaceOf(botId: string): Promise<string | undefined>
  /** Called for each model call that was caused by a finished turn. */
  onModelCall(turnId: string, step: LaterStep): Promise<void>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface Exchange {
  user: string
  answer: string
  connectorId: string
  turnId: string
}
const LEASE_MS = 5 * 60_000
const MAX_ATTEMPTS = 3
const AT_ONCE = 20
const KNOWN = 100

/** Collects model calls, so that they are recorded as steps of the turn that caused them. */
const recordInto = (calls: LaterStep[], clock: Clock): ModelWatcher => ({
  begin({ purpose = 'memory', model, input }) {
    const startedAt = clock.now()
    const begun = performance.now()
    return (end) => {
      const durationMs = performance.now() - begun
      const head = { name: 'memory', purpose, model, input, startedAt, durationMs }
      const nothing = { output: '', inputTokens: 0, outputTokens: 0, cost: 0, firstTokenMs: 0 }
      if (!('error' in end)) return void calls.push({ ...head, ...end, cost: end.costIn + end.costOut })
      const { code = 0 } = end.error instanceof AppError ? end.error : {}
      calls.push({ ...head, ...nothing, error: { code, text: String(end.error) } })
    }
  },
})

/** Learns from conversations: only with consent, and after the turn, so that nobody has to wait. */
export function createLearning(deps: LearningDeps) {
  const { repo, lessons, search, clock, newId, log } = deps

  async function followForgetRequest(owner: MemoryOwner, input: string) {
    if (input === '*') {
      await lessons.clear(owner)
      await repo.remove(owner)
      return
    }
    const gone = (await repo.list(owner, {}, 0, 2000)).filter((row) => isAbout(row.content, input))
    if (gone.length) await repo.remove(owner, { ids: gone.map(({ id }) => id) })
    const waiting = (await lessons.list(owner)).filter((item) => isAbout(item.said, input))
    await lessons.done(waiting.map(({ id }) => id))
  }
  const rowOf = (
    owner: MemoryOwner,
    lesson: Lesson,
    type: MemoryType,
    content: string,
    eventAt: number,
  ): MemoryRow => ({
    ...owner,
    id: newId(),
    connectorId: lesson.connectorId,
    itemType: type,
    bizId: lesson.bizId,
    content: content.slice(0, MEMORY_LIMITS.text),
    tags: [],
    ext: {},
    eventAt,
    updatedAt: clock.now(),
  })
  /** Known facts, and a function that stores new ones. */
  interface FactStore {
    known: MemoryRow[]
    insert(row: MemoryRow): Promise<void>
    tx: Tx
  }
  /** Stores what was learnt and removes the lessons from the queue, in one transaction. */
  const storeLearnt = (
    owner: MemoryOwner,
    list: Lesson[],
    known: MemoryRow[],
    write: (store: FactStore) => Promise<void>,
  ) =>
    repo.whileConsented(owner, async (tx) => {
      let room = MEMORY_LIMITS.items - (await repo.count(owner))
      const insert = async (row: MemoryRow) => {
        if ((room -= 1) >= 0) await repo.insert(row, tx)
      }
      await write({ known, insert, tx })
      await lessons.done(
        list.map(({ id }) => id),
        tx,
      )
    })
  /** Stores a fact; a repeated fact replaces the earlier one. */
  async function storeFact(owner: MemoryOwner, lesson: Lesson, fact: string, { known, insert, tx }: FactStore) {
    const before = known.find((row) => row.itemType === MemoryType.essential && isSame(row.content, fact))
    const source = { eventAt: lesson.saidAt, connectorId: lesson.connectorId, updatedAt: clock.now() }
    if (before) await repo.update(owner, before.id, { content: fact, ...source }, tx)
    else {
      const row = rowOf(owner, lesson, MemoryType.essential, fact, lesson.saidAt)
      // So that a repetition within the same batch is recognised.
      known.push(row)
      await insert(row)
    }
  }

  /** Learns by rules from sentences in which people speak of themselves; requests and questions are ignored. */
  const learnByRules = async (owner: MemoryOwner, list: Lesson[]) =>
    storeLearnt(owner, list, await repo.list(owner, {}, 0, 2000), async (store) => {
      for (const lesson of list) for (const fact of factsIn(lesson.said)) await storeFact(owner, lesson, fact, store)
    })

  async function learnByModel(
    model: ReadyModel,
    owner: MemoryOwner,
    list: Lesson[],
    signal?: AbortSignal,
  ): Promise<boolean> {
    const all = await repo.list(owner, {}, 0, KNOWN)
    const last = list.at(-1)!
    const calls: LaterStep[] = []
    const learnt = await watchModels(recordInto(calls, clock), () => learnWithModel(model, all, list, signal)).finally(
      async () => {
        // Learning must not fail because usage could not be recorded.
        for (const step of calls)
          await deps
            .onModelCall(last.bizId, step)
            .catch((cause: unknown) => log.warn({ err: cause, turn: last.bizId }, 'a model call was not counted'))
      },
    )
    if (!learnt) return false
    const gone = learnt.forget.flatMap((n) => all[n - 1]?.id ?? [])
    const kept = all.filter((row) => !gone.includes(row.id))
    await storeLearnt(owner, list, kept, async (store) => {
      if (gone.length) await repo.remove(owner, { ids: gone }, store.tx)
      for (const { n, text } of learnt.replace) {
        const row = kept.find(({ id }) => id === all[n - 1]?.id)
        const source = { eventAt: last.saidAt, connectorId: last.connectorId, updatedAt: clock.now() }
        if (row) await repo.update(owner, row.id, { content: text, ...source }, store.tx)
      }
      for (const fact of learnt.facts) await storeFact(owner, last, fact, store)
      for (const { text, date } of learnt.events)
        await store.insert(rowOf(owner, last, MemoryType.topic, text, (date && Date.parse(date)) || last.saidAt))
    })
    return true
  }

  async function learn(list: Lesson[], signal?: AbortSignal) {
    const first = list[0]!
    const owner = { botId: first.botId, userKey: first.userKey }
    if ((await repo.consent(owner)) !== true) return lessons.done(list.map(({ id }) => id))
    const spaceId = await deps.spaceOf(owner.botId)
    const model = spaceId === undefined ? undefined : await deps.model(spaceId)
    const isLast = list.some((item) => item.attempts >= MAX_ATTEMPTS)
    const isLearnt =
      model !== undefined &&
      (await learnByModel(model, owner, list, signal).catch((cause: unknown) => {
        // After the last attempt, fall back to rules, so that nothing is lost.
        if (!isLast) throw cause
        return false
      }))
    if (!isLearnt) await learnByRules(owner, list)
    await search.embedAll(owner)
  }

  const { drain, wake, start } = createDrain({
    name: 'memory-learn',
    jobs: deps.jobs,
    log,
    cron: '*/5 * * * *',
    async claim() {
      const list = await lessons.claim(clock.now(), LEASE_MS, AT_ONCE)
      return list.length ? list : undefined
    },
    work: learn,
  })

  const lessonOf = (owner: MemoryOwner, said: Exchange) => ({
    ...owner,
    id: newId(),
    connectorId: said.connectorId,
    bizId: said.turnId,
    said: said.user.replaceAll('\0', '').slice(0, MEMORY_LIMITS.text),
    answer: said.answer.replaceAll('\0', '').slice(0, MEMORY_LIMITS.text),
    saidAt: clock.now(),
  })

  return {
    drain,
    start,
    /** Learns for the user of a trial, by rules and without asking for consent. The data is erased with that user. */
    async rememberInTrial(owner: MemoryOwner, said: Exchange) {
      if (!factsIn(said.user).length) return
      await repo.setConsent(owner, true, clock.now())
      await learnByRules(owner, [{ ...lessonOf(owner, said), attempts: 0, leaseUntil: 0 }])
    },
    /** Called after a turn. A request to forget is carried out at once, before anything is learnt. */
    async remember(owner: MemoryOwner, said: Exchange) {
      if (!said.user.trim() || (await repo.consent(owner)) !== true) return
      const input = forgetRequest(said.user)
      if (input !== undefined) return followForgetRequest(owner, input)
      const lesson = lessonOf(owner, said)
      const spaceId = await deps.spaceOf(owner.botId)
      const usesRules = spaceId === undefined || (await deps.model(spaceId)) === undefined
      // Rules are fast, so their facts are available in the next turn already.
      if (usesRules) return learnByRules(owner, [{ ...lesson, attempts: 0, leaseUntil: 0 }])
      await lessons.add(lesson)
      await wake()
    },
  }
}
export type Learning = ReturnType<typeof createLearning>
