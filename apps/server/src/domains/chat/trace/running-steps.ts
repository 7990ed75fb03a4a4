import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import { type Masks, maskSteps } from '#domains/chat/span/shared/mask.ts'
import type { Recorder, TraceHead } from './shared/recorder.ts'
import type { SpanRow } from './shared/trace-types.ts'
import { turnStep } from './step.table.ts'

/** Interval of writes. Turns that finish sooner are never written while they run. */
const TICK_MS = 250
const KEEP_MS = 2 * 86_400_000
export interface AbandonedSteps {
  startedAt: number
  steps: SpanRow[]
}

export interface RunningStepsDeps {
  db: Db
  masksOf(spaceId: string): Promise<Masks>
  clock: Clock
  log: Log
}

/** Stores the steps of running turns in the background, so that the work of a killed process is not lost. */
export function createRunningSteps({ db, masksOf, clock, log }: RunningStepsDeps) {
  const running = new Map<string, { spaceId: string; recorder: Recorder }>()
  const written = new Set<string>()
  let finished: string[] = []
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    const ended = finished
    finished = []
    const rows: (typeof turnStep.$inferInsert)[] = []
    for (const [traceId, { spaceId, recorder }] of running) {
      const { startedAt, steps } = recorder.progress()
      if (!steps.length) continue
      written.add(traceId)
      for (const step of maskSteps(steps, await masksOf(spaceId)))
        rows.push({ traceId, spanId: step.id, startedAt, step })
    }
    if (rows.length)
      await db
        .insert(turnStep)
        .values(rows)
        .onConflictDoUpdate({ target: [turnStep.traceId, turnStep.spanId], set: { step: sql`EXCLUDED.step` } })
    if (ended.length) await db.delete(turnStep).where(inArray(turnStep.traceId, ended))
  }
  function plan(): void {
    timer ??= setTimeout(() => {
      void write()
        .catch((cause: unknown) => log.warn({ err: cause }, 'steps of running turns were not written down'))
        .finally(() => {
          timer = undefined
          if (running.size || finished.length) plan()
        })
    }, TICK_MS).unref()
  }
  return {
    begin({ id, spaceId }: TraceHead, recorder: Recorder): void {
      running.set(id, { spaceId, recorder })
      plan()
    },
    /** The turn is stored as a whole, so its running steps are deleted. */
    end(traceId: string): void {
      running.delete(traceId)
      if (!written.delete(traceId)) return
      finished.push(traceId)
      plan()
    },
    /** The steps that a dead process left of a turn. */
    async abandoned(traceId: string): Promise<AbandonedSteps | undefined> {
      const rows = await db.select().from(turnStep).where(eq(turnStep.traceId, traceId))
      return rows[0] && { startedAt: rows[0].startedAt, steps: rows.map(({ step }) => step) }
    },
    async forget(traceId: string): Promise<void> {
      await db.delete(turnStep).where(eq(turnStep.traceId, traceId))
    },
    /** Deletes steps left by a process that died between storing a turn and deleting its steps. */
    dropOld: async (): Promise<void> =>
      void (await db.delete(turnStep).where(lt(turnStep.startedAt, clock.now() - KEEP_MS))),
    write,
    stop: (): void => clearTimeout(timer),
  }
}
export type RunningSteps = ReturnType<typeof createRunningSteps>
