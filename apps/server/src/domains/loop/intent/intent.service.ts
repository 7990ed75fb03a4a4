import type { Intent } from '@orrery/contract'
import { and, eq, gte } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'
import { traceHead } from '#domains/chat/span/span.table.ts'
import { defaultIntents } from './default-intents.ts'
import { intentErrors } from './intent.errors.ts'
import { intentTaxonomy } from './intent.table.ts'
import { type AskModel, labelByModel, QUESTIONS_AT_ONCE } from './label-model.ts'
import { createWordLabeller } from './label-words.ts'

const AT_ONCE = 200
const MOST_IN_A_PASS = 5000
const RELABEL_WINDOW_US = 30 * 86_400_000_000

export interface IntentDeps {
  db: Db
  store: Pick<SpanStore, 'setIntents' | 'forgetIntents'>
  models: Pick<ModelService, 'resolve'>
  ask: AskModel
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface Taxonomy {
  intents: Intent[]
  labeller: 'words' | 'model'
  modelId: string
  version: number
}
export interface NamedIntent {
  id: string
  name: string
  parent?: { id: string; name: string }
}
/** Online questions without an intent label. */
const unlabelled = (spaceId: string) =>
  and(
    eq(traceHead.spaceId, spaceId),
    eq(traceHead.intentStatus, 0),
    eq(traceHead.source, 'turn'),
    eq(traceHead.scene, 'online'),
  )
const idsOf = (intents: readonly Intent[]) =>
  intents.flatMap(({ id, children }) => [id, ...children.map((one) => one.id)])

/** Intents of each space, and the background work that labels questions with them. */
export function createIntentService({ db, store, models, ask, jobs, newId, clock, log }: IntentDeps) {
  async function of(spaceId: string, locale: Locale = 'en'): Promise<Taxonomy> {
    const [row] = await db.select().from(intentTaxonomy).where(eq(intentTaxonomy.spaceId, spaceId))
    return row ?? { intents: defaultIntents(locale), labeller: 'words', modelId: '', version: 0 }
  }
  const waiting = (spaceId: string) => db.$count(traceHead, unlabelled(spaceId))

  /** Falls back to word matching when the model fails or its answer cannot be used. */
  async function labelsOf(spaceId: string, taxonomy: Taxonomy, questions: string[], signal?: AbortSignal) {
    const byWords = createWordLabeller(taxonomy.intents)
    if (taxonomy.labeller === 'words') return questions.map(byWords)
    const labels: string[] = []
    for (let at = 0; at < questions.length; at += QUESTIONS_AT_ONCE) {
      const some = questions.slice(at, at + QUESTIONS_AT_ONCE)
      const found = await labelByModel(ask, { spaceId, ...taxonomy }, some, signal).catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        log.warn({ err: cause, spaceId }, 'a model could not sort questions; words do')
      })
      labels.push(...(found ?? some.map(byWords)))
    }
    return labels
  }
  /** Labels all unlabelled questions of a space, oldest first. Returns their number. */
  async function sort(spaceId: string, signal?: AbortSignal): Promise<number> {
    const taxonomy = await of(spaceId)
    let done = 0
    while (done < MOST_IN_A_PASS) {
      if (signal?.aborted) break
      const rows = await db
        .select({ startedAt: traceHead.startedAt, traceId: traceHead.traceId, input: traceHead.input })
        .from(traceHead)
        .where(unlabelled(spaceId))
        .orderBy(traceHead.startedAt)
        .limit(AT_ONCE)
      if (!rows.length) break
      const labels = await labelsOf(
        spaceId,
        taxonomy,
        rows.map(({ input }) => input),
        signal,
      )
      await store.setIntents(
        spaceId,
        rows.map(({ traceId, startedAt }, at) => ({ traceId, startedAt, intentId: labels[at]! })),
      )
      done += rows.length
    }
    return done
  }
  async function classifyAll(signal?: AbortSignal): Promise<void> {
    const spaces = await db
      .selectDistinct({ id: traceHead.spaceId })
      .from(traceHead)
      .where(
        and(
          eq(traceHead.intentStatus, 0),
          eq(traceHead.source, 'turn'),
          eq(traceHead.scene, 'online'),
          gte(traceHead.startedAt, clock.now() * 1000 - RELABEL_WINDOW_US),
        ),
      )
    for (const { id } of spaces) await sort(id, signal)
  }
  /** Checks names and assigns new ids, so that no intent can take over the id of a removed one. */
  function checked(intents: Intent[], known: ReadonlySet<string>): Intent[] {
    const names = new Set<string>()
    const idOf = (id: string) => (known.has(id) ? id : newId())
    const once = (name: string) => {
      if (names.has(name.toLowerCase())) throw intentErrors.nameTaken({ name })
      names.add(name.toLowerCase())
    }
    return intents.map((intent) => {
      once(intent.name)
      return {
        ...intent,
        id: idOf(intent.id),
        children: intent.children.map((child) => {
          once(child.name)
          return { ...child, id: idOf(child.id) }
        }),
      }
    })
  }
  return {
    of,
    waiting,
    sort,
    classifyAll,
    /** Intents by id, each with its parent intent. */
    async names(spaceId: string, locale: Locale): Promise<Map<string, NamedIntent>> {
      const { intents } = await of(spaceId, locale)
      return new Map(
        intents.flatMap(({ id, name, children }): [string, NamedIntent][] => [
          [id, { id, name }],
          ...children.map((child): [string, NamedIntent] => [
            child.id,
            { id: child.id, name: child.name, parent: { id, name } },
          ]),
        ]),
      )
    },
    async save(spaceId: string, userId: string, given: Taxonomy & { again: boolean }): Promise<number> {
      const old = await of(spaceId)
      if (old.version !== given.version) throw intentErrors.stale({ current: old.version })
      const known = new Set(idsOf(old.intents))
      const intents = checked(given.intents, known)
      if (given.labeller === 'model') await models.resolve(given.modelId || undefined, spaceId)
      const row = {
        intents,
        labeller: given.labeller,
        modelId: given.modelId,
        version: given.version + 1,
        editedBy: userId,
        updatedAt: clock.now(),
      }
      const saved = await db
        .insert(intentTaxonomy)
        .values({ spaceId, ...row })
        .onConflictDoUpdate({
          target: intentTaxonomy.spaceId,
          set: row,
          setWhere: eq(intentTaxonomy.version, given.version),
        })
        .returning({ version: intentTaxonomy.version })
      if (!saved.length) throw intentErrors.stale({ current: (await of(spaceId)).version })
      const left = new Set(idsOf(intents))
      const removed = [...known].filter((id) => !left.has(id))
      const since = clock.now() * 1000 - RELABEL_WINDOW_US
      await store.forgetIntents(spaceId, given.again ? { since } : { since, intentIds: removed })
      await jobs
        .send('trace-intents', {})
        .catch((cause: unknown) => log.warn({ err: cause }, 'sorting waits for the clock'))
      return row.version
    },
    async start() {
      await jobs.define('trace-intents', (_, signal) => classifyAll(signal))
      await jobs.schedule('trace-intents', 'minute', '* * * * *', {})
    },
  }
}
export type IntentService = ReturnType<typeof createIntentService>
