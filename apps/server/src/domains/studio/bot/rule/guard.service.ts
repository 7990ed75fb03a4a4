import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { compareCalls, type GuardCall, type GuardMetric, TIMES_IN_A_ROW, describeWorse } from '#kit/stats/guard.ts'
import { mean, quantile, tInterval, wilson } from '#kit/stats/intervals.ts'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { BotRepo } from '../bot.repo.ts'
import type { GuardNotices } from './guard-notices.ts'
import type { ReviewService } from './review.service.ts'
import type { RuleRepo } from './rule.repo.ts'
import type { RuleService } from './rule.service.ts'
import type { RuleRow } from './rule.table.ts'

export interface GuardDeps {
  db: Db
  jobs: Jobs
  log: Log
  queue: Pick<SpanQueue, 'flush'>
  repo: BotRepo
  rules: RuleRepo
  service: Pick<RuleService, 'pause' | 'noteBad'>
  reviews: Pick<ReviewService, 'settings'>
  notices: GuardNotices
  spaceOf(botId: string): Promise<string | undefined>
}
interface Turn extends GuardCall {
  feedback: number
}
const NAME = 'bot-guard'
const MOST_TURNS = 1000
const pauseReason = {
  en: 'Paused by the guard. Worse than the official version, twice in a row',
  zh: '已被守护规则暂停。连续两次劣于正式版本',
}
const costLabel = { en: 'cost of a turn', zh: '单轮费用' }
const metrics: readonly GuardMetric[] = ['error', 'latency', 'cost', 'score']

/** Compares gray versions with the official version by their traces, and pauses those that are worse. */
export function createBotGuard(deps: GuardDeps) {
  const { db, jobs, log, queue, repo, rules, service, reviews, notices, spaceOf } = deps
  async function turnsOf(spaceId: string, rule: RuleRow, version: string): Promise<Turn[]> {
    type Row = { status: number; us: string; cost: number | null; score: number | null; feedback: number }
    const { rows } = await db.execute<Row>(sql`
      SELECT h.status, h.duration_us AS us, h.cost, h.feedback,
        (SELECT avg(coalesce(c.corrected_score, c.score)) FROM span_score c
          WHERE c.space_id = h.space_id AND c.trace_id = h.trace_id) AS score
      FROM trace_head h
      WHERE h.space_id = ${spaceId} AND h.object_kind = 'bot' AND h.object_id = ${rule.botId}
        AND h.object_version = ${version} AND h.scene = 'online' AND h.connector_id = ${rule.connectorId}
        AND h.started_at >= ${rule.since * 1000}
      ORDER BY h.started_at DESC LIMIT ${MOST_TURNS}`)
    return rows
      .filter(({ status }) => status !== SpanStatus.stopped)
      .map(({ status, us, cost, score, feedback }) => ({
        isFailed: status === SpanStatus.failed,
        ms: Number(us) / 1000,
        cost: cost ?? 0,
        feedback,
        ...(score !== null && { score }),
      }))
  }
  async function compare(rule: RuleRow) {
    const spaceId = (await spaceOf(rule.botId)) ?? '0'
    const { guard, guardMinTurns } = await reviews.settings(spaceId)
    const [gray] = await repo.keptMany([rule.historyId])
    const official = await repo.publishedAt(rule.botId, rule.connectorId)
    if (!gray || !official) return undefined
    const [now, before] = await Promise.all([
      turnsOf(spaceId, rule, gray.version),
      turnsOf(spaceId, rule, official.version),
    ])
    const figures = compareCalls(before, now, metrics, guardMinTurns, rule.id)
    return { now, before, gray, official, figures, isOn: guard, least: guardMinTurns }
  }
  async function checkRule(rule: RuleRow): Promise<void> {
    const found = await compare(rule)
    if (!found?.isOn || !found.figures) return
    const worse = found.figures.filter(({ isWorse }) => isWorse)
    const bad = worse.length ? rule.bad + 1 : 0
    if (bad >= TIMES_IN_A_ROW) {
      const reason = describeWorse(worse, pauseReason, costLabel)
      if (await service.pause(rule, reason)) await notices.notify(rule, reason)
    } else if (bad !== rule.bad) await service.noteBad(rule.id, bad)
  }
  async function checkAll(): Promise<void> {
    const watched = await rules.watched()
    if (watched.length) await queue.flush()
    for (const rule of watched)
      await checkRule(rule).catch((cause: unknown) =>
        log.warn({ err: cause, rule: rule.id }, 'the guard could not look'),
      )
  }
  return {
    checkAll,
    /** The figures of both versions, with confidence intervals. */
    async figures(rule: RuleRow) {
      await queue.flush()
      const found = await compare(rule)
      if (!found) return undefined
      const { now, before, gray, official, figures, least } = found
      return {
        gray: figuresOf(gray.version, now),
        official: figuresOf(official.version, before),
        worse: (figures ?? []).filter(({ isWorse }) => isWorse).map(({ metric }) => metric),
        hasEnough: figures !== undefined,
        least,
      }
    },
    async start(): Promise<void> {
      await notices.start()
      await jobs.define(NAME, checkAll, { concurrency: 1, expireInSeconds: 300, retries: 0 })
      await jobs.schedule(NAME, 'sweep', '*/10 * * * *', {})
    },
  }
}
export type BotGuard = ReturnType<typeof createBotGuard>

function figuresOf(version: string, turns: readonly Turn[]) {
  const failed = turns.filter(({ isFailed }) => isFailed).length
  const errors = turns.length ? wilson(failed, turns.length) : { low: 0, high: 0 }
  const scores = turns.flatMap(({ score }) => (score === undefined ? [] : [score]))
  const around = scores.length > 1 ? tInterval(scores) : undefined
  const times = turns.filter((turn) => !turn.isFailed).map(({ ms }) => ms)
  return {
    version,
    turns: turns.length,
    failed,
    error_rate: turns.length ? failed / turns.length : 0,
    error_low: errors.low,
    error_high: errors.high,
    p95_ms: times.length ? quantile(Float64Array.from(times).toSorted(), 0.95) : 0,
    cost: turns.length ? mean(turns.map(({ cost }) => cost)) : 0,
    likes: turns.filter(({ feedback }) => feedback === 1).length,
    dislikes: turns.filter(({ feedback }) => feedback === 2).length,
    score: scores.length ? mean(scores) : null,
    score_low: around?.low ?? null,
    score_high: around?.high ?? null,
  }
}
