import type { contract } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { CaseService } from './case.service.ts'
import type { ChatService } from './chat.service.ts'
import { nodeResults, toNodeResult, toProcess } from './process.ts'
import type { RetentionService } from './retention.service.ts'
import { runErrors } from './run.errors.ts'
import type { RunService } from './run.service.ts'
import type { RunView } from './run-view.service.ts'
import { rowIn, viewIn } from './run-words.ts'
import { type Caller, RunKind } from './run-types.ts'

export interface RunRoutesDeps {
  runs: RunService
  cases: CaseService
  chats: Pick<ChatService, 'testRun'>
  retention: RetentionService
  /** Outputs pinned to nodes of the draft. */
  pins(workflowId: string): Promise<Record<string, Record<string, unknown>>>
  p90(workflowId: string): Promise<{ p90: number; runs: number }>
  /** The bot that the workflow belongs to. */
  boundBot(workflowId: string): Promise<string | undefined>
}
interface Chosen {
  bot_id?: string | undefined
  project_id?: string | undefined
}
const TestRunInput = 1
const SHOWN = 2000

export function runRoutes({
  runs,
  cases,
  chats,
  retention,
  p90,
  pins,
  boundBot,
}: RunRoutesDeps): Handlers<typeof contract.workflowRun> {
  const caller = (ctx: Ctx, input: Chosen = {}): Caller => {
    if (input.bot_id && input.project_id) throw runErrors.botOrProject()
    return { userId: ctx.userId, logId: ctx.logId, botId: input.bot_id, projectId: input.project_id }
  }
  /** The caller of a test run, with the chosen bot or project, or else the bot of the workflow. */
  async function callerFor(ctx: Ctx, input: Chosen & { workflow_id: string }): Promise<Caller> {
    if (input.bot_id) await ctx.access.require(ctx.actor!, 'bot', input.bot_id, 'view')
    if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'view')
    if (input.bot_id || input.project_id) return caller(ctx, input)
    const botId = await boundBot(input.workflow_id)
    const isMine = botId && (await ctx.access.can(ctx.actor!, 'bot', botId, 'view'))
    return caller(ctx, isMine ? { bot_id: botId } : {})
  }
  /** The requested run, or the newest test run. */
  async function viewOf(workflowId: string, id: string | undefined, locale: Locale): Promise<RunView> {
    if (id) return viewIn(await runs.view(workflowId, id), locale)
    const [last] = await runs.history({ workflowId, kinds: [RunKind.test, RunKind.again], limit: 1 })
    if (!last) throw runErrors.notFound()
    return viewIn(await runs.view(workflowId, last.id), locale)
  }
  const subPath = (id: string | undefined) => (id?.includes(':') ? id.slice(id.indexOf(':') + 1) : '')

  return {
    async test(input, ctx) {
      const outputs = { ...(input.use_pins && (await pins(input.workflow_id))), ...input.pinned }
      const pinned = Object.fromEntries(Object.entries(outputs).map(([id, output]) => [id, { output }]))
      const { id } = await chats.testRun(input.workflow_id, input.input, await callerFor(ctx, input), {
        ...(Object.keys(pinned).length && { pinned }),
        commitId: input.commit_id ?? input.submit_commit_id,
      })
      return { workflow_id: input.workflow_id, execute_id: id, session_id: '' }
    },
    async process(input, ctx) {
      return toProcess(await viewOf(input.workflow_id, input.execute_id, ctx.locale), subPath(input.sub_execute_id))
    },
    async resume({ workflow_id, execute_id, event_id, data }) {
      await runs.resume(workflow_id, execute_id, event_id.split('/').at(-1)!, data)
      return {}
    },
    async cancel({ execute_id, workflow_id }) {
      await runs.cancel(workflow_id, execute_id)
      return {}
    },
    async debugNode(input, ctx) {
      const values = { ...input.setting, ...input.batch, ...input.input }
      const { id } = await runs.debugNode(input.workflow_id, input.node_id, values, await callerFor(ctx, input))
      return { workflow_id: input.workflow_id, node_id: input.node_id, execute_id: id, session_id: '' }
    },
    async again(input, ctx) {
      const part = {
        from: input.node_id,
        edited: input.input,
        pins: input.pinned,
        isRecorded: input.canvas === 'recorded',
      }
      const { id } = await runs.runAgain(input.workflow_id, input.execute_id, part, await callerFor(ctx, input))
      return { workflow_id: input.workflow_id, execute_id: id, session_id: '' }
    },
    async nodeHistory(input, ctx) {
      const isInput = input.node_history_scene === TestRunInput
      const view = await viewOf(input.workflow_id, isInput ? undefined : input.execute_id, ctx.locale)
      const own = view.records.filter((record) => record.nodeId === input.node_id)
      const wanted =
        input.batch_index === undefined ? undefined : own.find((record) => record.round === input.batch_index)
      if (wanted) {
        const [full, output] = [await runs.full(wanted.input), await runs.full(wanted.output)]
        return toNodeResult({ ...wanted, input: full, output }, view.row.id)
      }
      const [result] = nodeResults(own, view.row.id)
      if (!result) throw runErrors.noNode({ node: input.node_id })
      return result
    },
    async history(input, ctx) {
      const rows = await runs.history({
        workflowId: input.workflow_id,
        status: input.status,
        kinds: input.kinds,
        version: input.version,
        userId: input.user_id,
        from: input.start_time,
        to: input.end_time,
        before: input.cursor,
        limit: input.limit + 1,
      })
      const shown = rows.slice(0, input.limit)
      return {
        runs: shown.map((row) => ({
          execute_id: row.id,
          workflow_id: row.workflowId,
          status: row.status,
          kind: row.kind,
          run_mode: row.runMode,
          version: row.version,
          user_id: row.userId,
          input: row.input.slice(0, SHOWN),
          output: row.output.slice(0, SHOWN),
          is_trimmed: row.input.length > SHOWN || row.output.length > SHOWN,
          error_code: row.errorCode,
          error: rowIn(row, ctx.locale).error,
          tokens: row.tokensIn + row.tokensOut,
          create_time: seconds(row.createdAt),
          update_time: seconds(row.updatedAt),
          duration_ms: row.updatedAt - row.createdAt,
          log_id: row.logId,
        })),
        cursor: rows.length > shown.length ? shown.at(-1)!.id : '',
        has_more: rows.length > shown.length,
      }
    },
    async storeHistory({ source_workflow_id, execute_id }, ctx) {
      return toProcess(viewIn(await runs.view(source_workflow_id, execute_id), ctx.locale))
    },
    async values({ workflow_id, execute_id, node_ids }) {
      const { records } = await runs.view(workflow_id, execute_id)
      const chosen = records.filter((record) => !node_ids.length || node_ids.includes(record.nodeId)).slice(0, 200)
      return {
        data: await Promise.all(
          chosen.map(async ({ nodeId, path, input, output, text }) => ({
            node_id: nodeId,
            path,
            input: JSON.stringify((await runs.full(input)) ?? null),
            output: JSON.stringify((await runs.full(text ?? output)) ?? null),
          })),
        ),
      }
    },
    async p90({ workflow_id }) {
      const { p90: ms, runs: count } = await p90(workflow_id)
      return { p90_ms: ms, runs: count }
    },
    async retention({ space_id }) {
      const { days, maxBytes } = await retention.get(space_id)
      return { days, max_bytes: maxBytes }
    },
    async setRetention({ space_id, days, max_bytes }) {
      await retention.set(space_id, days, max_bytes)
      return {}
    },
    async cases({ workflow_id }) {
      const rows = await cases.list(workflow_id)
      return {
        cases: rows.map((row) => ({
          case_id: row.id,
          workflow_id,
          name: row.name,
          input: row.input,
          expected: row.expected === null || row.expected === undefined ? '' : JSON.stringify(row.expected),
          is_default: row.isDefault,
          last_execute_id: row.lastRunId ?? '',
          last_passed: row.lastPassed,
          update_time: seconds(row.updatedAt),
        })),
      }
    },
    async saveCase(input, ctx) {
      const values = { name: input.name, input: input.input, expected: input.expected, isDefault: input.is_default }
      return { case_id: await cases.save(input.workflow_id, ctx.userId, input.case_id, values) }
    },
    async deleteCase({ workflow_id, case_id }) {
      await cases.remove(workflow_id, case_id)
      return {}
    },
    async runCases(input, ctx) {
      const results = await cases.run(input.workflow_id, input.case_id, await callerFor(ctx, input))
      const passed = results.filter((result) => result.passed).length
      return {
        results: results.map((result) => ({
          case_id: result.caseId,
          execute_id: result.runId,
          passed: result.passed,
          status: result.status,
          output: result.output,
          reason: ctx.locale === 'zh-CN' ? result.reasonZh : result.reason,
        })),
        passed,
        failed: results.length - passed,
      }
    },
  }
}
