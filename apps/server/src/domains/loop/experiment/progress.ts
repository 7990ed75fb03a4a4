import type { ShownProgress } from '@orrery/contract'
import { ExperimentStatus, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Locale } from '#kit/errors.ts'
import { countsOf, type TurnResult } from './experiment.repo.ts'
import type { ExperimentRow } from './experiment.table.ts'

/** Progress of an experiment. Each event has complete figures, so that events may be lost. */
export interface Progress extends Omit<ShownProgress, 'last_error' | 'experiment_id'> {
  id: string
  /** Increases with each event of a run. */
  mark: string
  error: string
  errorZh: string
}
const TOPIC = 'experiment-progress'
const PUBLISH_EVERY_MS = 500
const RATE_OVER_MS = 30_000
const SLOW_MS = 60_000
const MAX_ERROR = 300
/** Viewers poll at this interval, because a message may be lost with its process. */
const POLL_EVERY_MS = 5000

export interface ProgressDeps {
  db: Db
  bus: Bus
  clock: Clock
}
/** Live figures. The process that runs the experiment adds them up and publishes them, so nothing is counted twice. */
export function createProgress({ db, bus, clock }: ProgressDeps) {
  async function computeProgress(row: ExperimentRow): Promise<Progress> {
    const [counts] = await countsOf(db, [row.id])
    const { rows } = await db.execute<{ version: string; n: number; sum: number }>(sql`
      SELECT evaluator_version_id::text AS version, count(*)::int AS n, sum(coalesce(corrected_normal, normal)) AS sum
      FROM experiment_score WHERE experiment_id = ${row.id} AND status = 1 AND normal IS NOT NULL
      GROUP BY evaluator_version_id`)
    const means = row.evaluators.map(({ versionId, name }) => {
      const found = rows.find(({ version }) => version === versionId)
      return { evaluator_version_id: versionId, name, scored: found?.n ?? 0, mean: found ? found.sum / found.n : 0 }
    })
    const { waiting = 0, processing = 0, success = 0, failed = 0, terminated = 0 } = counts ?? {}
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = counts ?? {}
    return {
      id: row.id,
      mark: `${row.fence}.${row.status}.${success + failed + terminated}`,
      status: row.status,
      waiting,
      processing,
      success,
      failed,
      terminated,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost,
      means,
      rate: 0,
      seconds_left: 0,
      is_slowed: false,
      error: '',
      errorZh: '',
    }
  }
  const publish = (progress: Progress) => bus.publish(TOPIC, JSON.stringify(progress))

  /** Figures of one pass, in the memory of the process that runs it. */
  async function begin(row: ExperimentRow, fence: number) {
    const now = await computeProgress(row)
    now.status = ExperimentStatus.processing
    let [publishedAt, slowedAt] = [0, -SLOW_MS]
    const ends: { at: number; done: number }[] = [{ at: clock.now(), done: 0 }]
    const done = () => now.success + now.failed
    const first = done()
    function rate() {
      const at = clock.now()
      ends.push({ at, done: done() - first })
      while (ends.length > 2 && ends[1]!.at < at - RATE_OVER_MS) ends.shift()
      const [from] = ends
      const seconds = (at - from!.at) / 1000
      now.rate = seconds > 0 ? Math.round(((done() - first - from!.done) / seconds) * 600) / 10 : 0
      now.seconds_left = now.rate ? Math.ceil(((now.waiting + now.processing) / now.rate) * 60) : 0
      now.is_slowed = at - slowedAt < SLOW_MS
    }
    function publishIfDue() {
      const at = clock.now()
      if (at - publishedAt < PUBLISH_EVERY_MS) return
      publishedAt = at
      rate()
      now.mark = `${fence}.${now.status}.${done()}`
      // Not awaited: if the message is lost, viewers poll.
      publish(now).catch(() => {})
    }
    return {
      taken(count: number) {
        const moved = Math.min(count, now.waiting)
        now.waiting -= moved
        now.processing += moved
        publishIfDue()
      },
      slowed: () => void (slowedAt = clock.now()),
      /** Adds the usage of the target, which is known before its scores are. */
      used(tokensIn: number, tokensOut: number, cost: number) {
        now.input_tokens += tokensIn
        now.output_tokens += tokensOut
        now.cost += cost
      },
      add(results: TurnResult[]) {
        for (const { state, scores, error, errorZh } of results) {
          if (now.processing > 0) now.processing -= 1
          if (state === TurnState.success) now.success += 1
          else now.failed += 1
          if (error) {
            now.error = error.slice(0, MAX_ERROR)
            now.errorZh = errorZh.slice(0, MAX_ERROR)
          }
          for (const score of scores) {
            now.input_tokens += score.inputTokens ?? 0
            now.output_tokens += score.outputTokens ?? 0
            now.cost += score.cost ?? 0
            const mean = now.means.find((one) => one.evaluator_version_id === score.evaluatorVersionId)
            if (!mean || score.status !== 1 || score.normal === null || score.normal === undefined) continue
            mean.scored += 1
            mean.mean += (score.normal - mean.mean) / mean.scored
          }
        }
        publishIfDue()
      },
    }
  }
  return {
    begin,
    /** Notifies viewers that an experiment has ended or started again. */
    changed: (id: string) => bus.publish(TOPIC, JSON.stringify({ id })).catch(() => {}),
    /** Yields one event at once and one per change, until the experiment ends or the viewer leaves. */
    async *follow(rowOf: () => Promise<ExperimentRow | undefined>, known: string | undefined, signal: AbortSignal) {
      const waiting: Progress[] = []
      let wake = () => {}
      let needsRefresh = false
      const id = (await rowOf())?.id
      const stop = bus.subscribe(TOPIC, (payload) => {
        const message = payload === '*' ? { id } : (JSON.parse(payload) as Partial<Progress>)
        if (message.id !== id) return
        // Keep only the newest event.
        if (message.mark) waiting.splice(0, waiting.length, message as Progress)
        else needsRefresh = true
        wake()
      })
      const onAbort = () => wake()
      signal.addEventListener('abort', onAbort)
      try {
        let last = known
        needsRefresh = true
        while (!signal.aborted) {
          const next = waiting.shift()
          if (!next && needsRefresh) {
            needsRefresh = false
            const row = await rowOf()
            if (!row) return
            // A waiting experiment has not changed, so do not count its rows again.
            if (row.status === ExperimentStatus.pending && last?.startsWith(`${row.fence}.${row.status}.`)) continue
            const found = await computeProgress(row)
            const isOver = row.status >= ExperimentStatus.success
            if (isOver || found.mark !== last) yield found
            last = found.mark
            if (isOver) return
            continue
          }
          if (next) {
            if (next.mark !== last) yield next
            last = next.mark
            continue
          }
          await new Promise<void>((resolve) => {
            const timer = setTimeout(() => {
              needsRefresh = true
              resolve()
            }, POLL_EVERY_MS)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      } finally {
        stop()
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
export type ProgressFeed = ReturnType<typeof createProgress>
export const shownProgress = (progress: Progress, locale: Locale): ShownProgress => ({
  experiment_id: progress.id,
  status: progress.status,
  waiting: progress.waiting,
  processing: progress.processing,
  success: progress.success,
  failed: progress.failed,
  terminated: progress.terminated,
  input_tokens: progress.input_tokens,
  output_tokens: progress.output_tokens,
  cost: progress.cost,
  means: progress.means,
  rate: progress.rate,
  seconds_left: progress.seconds_left,
  is_slowed: progress.is_slowed,
  last_error: locale === 'zh-CN' ? progress.errorZh : progress.error,
})
