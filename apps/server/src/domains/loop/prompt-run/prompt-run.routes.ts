import type { contract, GivenDetail, PromptMessage, PromptReplyItem, PromptValue } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ChatSink } from '#kit/models/chat-types.ts'
import { withoutMark } from '#kit/models/prompt-marks.ts'
import { loopPromptErrors } from '#domains/resources/prompt/prompt.errors.ts'
import { requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import { checkVersion } from '#domains/resources/prompt/shared/check-detail.ts'
import { detailFrom, isSecret, shownDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import type { DebugService } from './debug.service.ts'
import { executeHandlers, type ExecuteDeps } from './execute.ts'
import { functionOf, type PluginSets } from './plugin-tools.ts'
import { messagesOf, replyItem, streamItems } from './reply.ts'
import type { RunRequest, RunResult, RunService } from './run.service.ts'

const WEEK = 7
const BRIEF = 200

export interface PromptRunRoutesDeps extends ExecuteDeps {
  debug: DebugService
  clock: Clock
  plugins: PluginSets
}
interface TryInput {
  space_id: string
  prompt: GivenDetail & { id?: string | undefined; version?: string | undefined }
  message?: PromptMessage | undefined
  contexts?: PromptMessage[] | undefined
  variables?: PromptValue[] | undefined
  single_step_debug?: boolean | undefined
  tool_mode?: 'canned' | 'real' | undefined
  debug_trace_key?: string | undefined
}
export function promptRunRoutes(deps: PromptRunRoutesDeps): Handlers<typeof contract.promptRun> {
  const { runs, debug, prompts, segments, clock, plugins } = deps
  /** Builds a run from the content of the editor. Throws if it names something that the caller cannot access. */
  async function tryOf(input: TryInput, ctx: Ctx) {
    const { prompt: given, space_id: spaceId } = input
    if (given.id !== undefined) {
      const { spaceId: itsSpace } = await ctx.access.require(ctx.actor!, 'prompt', given.id, 'view')
      if (itsSpace !== spaceId) throw loopPromptErrors.notFound({ key: given.id })
    }
    const found = given.id === undefined ? undefined : await prompts.get(given.id)
    const detail = detailFrom(given)
    checkVersion(detail)
    const expanded = await segments.expand(spaceId, given.id ?? '0', detail)
    const request: RunRequest = {
      spaceId,
      userKey: ctx.userId,
      detail: expanded,
      key: found?.prompt.key ?? '',
      version: given.version ?? '',
      isSecret: found ? isSecret(found.prompt.securityLevel) : false,
      values: input.variables ?? [],
      messages: messagesOf(input),
      answersTools: !input.single_step_debug,
      isStepwise: input.single_step_debug ?? false,
      callsPlugins: input.tool_mode !== 'canned',
      callsNothing: input.tool_mode === 'canned',
      scene: 'debug',
      ...(/^[0-9a-f]{32}$/.test(input.debug_trace_key ?? '') && { traceId: input.debug_trace_key }),
      signal: ctx.signal,
    }
    const asked = { detail, message: input.message, contexts: input.contexts ?? [], variables: input.variables ?? [] }
    return { request, asked, promptId: given.id }
  }
  type Try = Awaited<ReturnType<typeof tryOf>>

  async function runTry(
    { request, asked, promptId }: Try,
    ctx: Ctx,
    ready: Awaited<ReturnType<RunService['prepare']>>,
    sink?: ChatSink,
  ) {
    const startedAt = clock.now()
    const record = (item: PromptReplyItem, more: { code?: number; result?: RunResult }) =>
      promptId === undefined
        ? Promise.resolve('0')
        : debug.record({
            promptId,
            userId: ctx.userId,
            traceId: ready.traceId,
            version: request.version,
            model: ready.model.name,
            brief: request.isSecret ? '' : briefOf(request.messages, request.detail.messages),
            asked,
            item,
            code: more.code ?? 0,
            inputTokens: more.result?.inputTokens ?? 0,
            outputTokens: more.result?.outputTokens ?? 0,
            cost: more.result?.cost ?? 0,
            startedAt,
          })
    try {
      const result = await runs.run(request, ready, sink)
      const item = replyItem(result, { state: 1, traceKey: ready.traceId, version: request.version })
      return { item, debug_id: await record(item, { result }), result }
    } catch (cause) {
      const code = cause instanceof AppError ? cause.code : 1
      const text = cause instanceof AppError ? cause.text(ctx.locale) : ''
      await record({ stream_state: 1, reply_type: 0, content: '', finish_reason: text }, { code })
      throw cause
    }
  }

  return {
    tryOut: async (input, ctx) => {
      const trying = await tryOf(input, ctx)
      const { item, debug_id } = await runTry(trying, ctx, await runs.prepare(trying.request))
      return { item, debug_id }
    },
    chatTest: async (input, ctx) => {
      const { request } = await tryOf(input, ctx)
      const result = await runs.run(request, await runs.prepare(request))
      return { item: replyItem(result, { state: 1, version: request.version }) }
    },
    tryStream: async (input, ctx) => {
      const trying = await tryOf(input, ctx)
      const ready = await runs.prepare(trying.request)
      return (sse) =>
        streamItems(sse, ctx, async (sink) => {
          const { item, debug_id } = await runTry(trying, ctx, ready, sink)
          return { item, more: { debug_id } }
        })
    },
    callTool: async (input, ctx) => {
      const { request } = await tryOf(input, ctx)
      const call = { id: '', name: input.name, arguments: input.arguments }
      return { response: withoutMark(await runs.callTool(request, call)) }
    },
    pluginTool: async ({ space_id: spaceId, plugin_id: pluginId, api_name: name }) => ({
      function: await functionOf(plugins, spaceId, { plugin_id: pluginId, api_name: name }),
    }),
    history: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      // Testers see only their own tries.
      if (input.list_all) await ctx.access.require(ctx.actor!, 'space', ctx.located!.spaceId, 'createResource')
      const filter = {
        userId: input.list_all ? undefined : ctx.userId,
        before: input.cursor,
        days: input.offset ?? WEEK,
      }
      const { rows, hasMore } = await debug.list(input.prompt_id, filter)
      return {
        debug_history: rows.map((row) => ({
          debug_id: row.id,
          is_mine: row.userId === ctx.userId,
          // Hide the texts of other people.
          prompt_brief: row.userId === ctx.userId ? row.brief : '',
          status_code: row.code,
          start_time_ms: String(row.startedAt),
          end_time_ms: String(row.endedAt),
          cost_ms: String(Math.max(0, row.endedAt - row.startedAt)),
          input_token: String(row.inputTokens),
          output_token: String(row.outputTokens),
          cost: row.cost,
          trace_id: row.traceId,
          model_name: row.model,
          version: row.version,
        })),
        next_cursor: hasMore ? rows.at(-1)!.id : '0',
        has_more: hasMore,
      }
    },
    record: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const row = await debug.get(input.prompt_id, ctx.userId, input.debug_id)
      return {
        debug_detail: {
          debug_id: row.id,
          prompt: { id: row.promptId, version: row.version, ...shownDetail(row.asked.detail) },
          message: row.asked.message,
          contexts: row.asked.contexts,
          variables: row.asked.variables,
          operator: row.userId,
          log_id: row.traceId,
          start_time_ms: String(row.startedAt),
          end_time_ms: String(row.endedAt),
          cost_ms: String(Math.max(0, row.endedAt - row.startedAt)),
          item: row.item,
        },
      }
    },
    saveContext: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await prompts.get(input.prompt_id)
      const { contexts, variables, user_debug_config, compare_config } = input
      await debug.saveContext(input.prompt_id, ctx.userId, { contexts, variables, user_debug_config, compare_config })
      return {}
    },
    context: (input, ctx) => {
      requireSpace(ctx, input.space_id)
      return debug.context(input.prompt_id, ctx.userId)
    },
    ...executeHandlers(deps),
  }
}

function briefOf(messages: readonly PromptMessage[], own: readonly PromptMessage[]): string {
  const last = [...own, ...messages].findLast(({ content }) => content)
  return (last?.content ?? '').slice(0, BRIEF)
}
