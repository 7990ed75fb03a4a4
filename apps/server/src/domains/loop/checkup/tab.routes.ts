import type { contract, ShownCheckupRow } from '@orrery/contract'
import { CHECKUP_LIMITS, CheckupScene, CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { StreamReply } from '#kit/sse.ts'
import type { Asking } from './ask.service.ts'
import type { CaseService } from './case.service.ts'
import { type Checkups, isRunning, statusOf } from './checkup.service.ts'
import { type CheckupRowRow } from './checkup.table.ts'
import type { Forecasts } from './forecast.service.ts'
import type { CheckupReports } from './report.service.ts'
import type { CheckupRows } from './rows.service.ts'

type Handled = Handlers<typeof contract.checkupTab>
export interface TabRoutesDeps {
  checkups: Checkups
  reports: CheckupReports
  rows: CheckupRows
  cases: CaseService
  forecasts: Forecasts
  ask: Asking
  draftVersion(botId: string): Promise<string>
  /** Published versions of a bot. */
  publications(botId: string): Promise<string[]>
  /** The calls of comparisons. */
  batches: Pick<Handled, 'batchEvents' | 'batchExport' | 'batchReport' | 'batchRows'>
}
const POLL_MS = 400
const SCORED_AT_ONCE = 10
const shownRow = (row: CheckupRowRow): ShownCheckupRow => ({
  item_id: row.itemId,
  module: row.module,
  skill: row.skillName,
  questions: row.questions,
  expected: row.checks.map(({ key }) => key).join(', '),
  is_pinned: row.isPinned,
  is_edited: row.isEdited,
  is_dropped: row.isDropped,
})
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** The check-up tab of a bot. */
export function tabRoutes(deps: TabRoutesDeps): Handled {
  const { checkups, reports, rows, cases, forecasts } = deps
  const spaceOf = (ctx: Ctx) => ctx.located!.spaceId
  type Heads = Awaited<ReturnType<Checkups['heads']>>
  /** Scores are computed on demand: adds those of completed check-ups that nobody has viewed yet. */
  async function scored(heads: Heads, spaceId: string): Promise<Heads> {
    const lacking = heads.filter(({ score }) => score === null).slice(0, SCORED_AT_ONCE)
    const found = new Map(
      await Promise.all(
        lacking.map(async ({ id }) => {
          const one = await checkups.get(spaceId, id)
          const isOver = statusOf(one) === CheckupStatus.completed
          return [id, isOver ? await reports.saveScore(one) : null] as const
        }),
      ),
    )
    return heads.map((head) => ({ ...head, score: head.score ?? found.get(head.id) ?? null }))
  }
  return {
    ...deps.batches,
    view: async ({ bot_id, batch_task_id }, ctx) => {
      const spaceId = spaceOf(ctx)
      const [shown] = batch_task_id
        ? [await checkups.get(spaceId, batch_task_id, bot_id)]
        : await checkups.list(bot_id, undefined, 0, 1)
      const [isOff, mayStart, version, heads, published, next, report] = await Promise.all([
        cases.isOff(spaceId),
        ctx.access.can(ctx.actor!, 'bot', bot_id, 'testRunWorkflow'),
        deps.draftVersion(bot_id),
        checkups.heads(bot_id).then((all) => scored(all, spaceId)),
        deps.publications(bot_id),
        forecasts.of(spaceId, ctx.userId, bot_id),
        shown && reports.report(shown, ctx.locale),
      ])
      return {
        is_enabled: !isOff,
        may_start: mayStart,
        is_current: shown?.head.version === version,
        ...(report && { report }),
        forecasts: next.scenes,
        example: next.example,
        writing_tools: next.writingTools,
        history: heads
          .filter((head) => head.score !== null)
          .slice(0, CHECKUP_LIMITS.kept)
          .map((head) => ({
            batch_task_id: head.id,
            scene_id: head.scene,
            created_at: String(head.createdAt),
            ...(head.score !== null && { score: head.score }),
            version: head.version,
            is_published: published.includes(head.version),
          })),
      }
    },
    events: async ({ bot_id, batch_task_id }, ctx): Promise<StreamReply> => {
      const spaceId = spaceOf(ctx)
      // Looked up before the stream begins, so that a wrong id is answered with an error instead of an empty stream.
      let found = await checkups.get(spaceId, batch_task_id, bot_id)
      return async (sse) => {
        let lastSent = ''
        for (;;) {
          const report = await reports.report(found, ctx.locale)
          const { progress, done_rows, rows: all, cost, tokens, modules, status } = report
          const next = JSON.stringify({ status, progress, done_rows, rows: all, cost, tokens, modules })
          if (next !== lastSent) sse.send({ event: isRunning(found) ? 'progress' : 'end', data: (lastSent = next) })
          if (!isRunning(found) || ctx.signal.aborted) return
          await pause(POLL_MS, ctx.signal)
          found = await checkups.get(spaceId, batch_task_id, bot_id)
        }
      }
    },
    rows: async ({ bot_id }) => ({ rows: (await rows.of(bot_id)).map(shownRow) }),
    saveRow: async ({ bot_id, item_id, questions, is_pinned, is_dropped }, ctx) => ({
      row: shownRow(
        await rows.save(bot_id, ctx.userId, item_id, { questions, isPinned: is_pinned, isDropped: is_dropped }),
      ),
    }),
    askAgain: ({ bot_id, item_id }, ctx) =>
      deps.ask(
        { spaceId: spaceOf(ctx), userId: ctx.userId, botId: bot_id, locale: ctx.locale, signal: ctx.signal },
        item_id,
      ),
    draft: async ({ bot_id }, ctx) => {
      const [isOff, list, version] = await Promise.all([
        cases.isOff(spaceOf(ctx)),
        checkups.list(bot_id, CheckupScene.full, 0, 5),
        deps.draftVersion(bot_id),
      ])
      const base = { is_enabled: !isOff, findings: 0, created_at: '0' }
      const running = list.find((one) => isRunning(one) && one.head.version === version)
      if (running) return { ...base, state: 'running' as const, created_at: String(running.head.createdAt) }
      const ended = list.filter((one) => statusOf(one) === CheckupStatus.completed)
      const own = ended.find(({ head }) => head.version === version)
      if (!own) return { ...base, state: ended.length ? ('changed' as const) : ('never' as const) }
      const report = await reports.report(own, ctx.locale)
      return {
        ...base,
        state: 'checked' as const,
        ...('score' in report && report.score !== undefined && { score: report.score }),
        findings: report.findings.length,
        created_at: report.created_at,
      }
    },
    disabledSpaces: async () => ({ spaces: await cases.offSpaces() }),
    enable: async ({ space_id, is_enabled }, ctx) => {
      await cases.enable(space_id, ctx.userId, is_enabled)
      return {}
    },
  }
}
