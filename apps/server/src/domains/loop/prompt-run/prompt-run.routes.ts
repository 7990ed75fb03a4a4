import type { contract, GivenDetail, PromptMessage, PromptReplyItem, PromptValue } from '@orrery/contract'
import { DRAFT_VERSION } from '@orrery/contract/shared/prompt-enums'
import type { Clock } from '#kit/clock.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ChatSink } from '#kit/models/chat-types.ts'
import { withoutMark } from '#kit/models/prompt-marks.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import type { Sse } from '#kit/sse.ts'
import { loopPromptErrors } from '#domains/resources/prompt/prompt.errors.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { SegmentService } from '#domains/resources/prompt/segment.service.ts'
import type { ServeService } from '#domains/resources/prompt/serve.service.ts'
import { callSpace, readTraffic, requireLevel, requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import { checkVersion } from '#domains/resources/prompt/shared/check-detail.ts'
import { detailFrom, isSecret, shownDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import type { DebugService } from './debug.service.ts'
import { fromLoop, lastPieces, loopEvent, loopReply, slicesOf, valueFromLoop } from './loop-format.ts'
import { functionOf, type PluginSets } from './plugin-tools.ts'
import { promptRunErrors } from './prompt-run.errors.ts'
import type { RunRequest, RunResult, RunService } from './run.service.ts'

/** Runs a second of one key, by all programs together. */
const MAX_RUNS = 100
const WEEK = 7
const BRIEF = 200

export interface PromptRunRoutesDeps {
  runs: RunService
  debug: DebugService
  prompts: PromptService
  drafts: DraftService
  segments: SegmentService
  serving: ServeService
  limiter: RateLimiter
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
interface ExecuteInput {
  space_id?: string | undefined
  prompt_key?: string | undefined
  prompt_id?: string | undefined
  version?: string | undefined
  release_label?: string | undefined
  traffic?: string | undefined
  message?: PromptMessage | undefined
  contexts?: PromptMessage[] | undefined
  variables?: PromptValue[] | undefined
  custom_model_config?: RunRequest['model']
}

export function promptRunRoutes(deps: PromptRunRoutesDeps): Handlers<typeof contract.promptRun> {
  const { runs, debug, prompts, drafts, segments, serving, limiter, clock, plugins } = deps
  const said = ({
    contexts = [],
    message,
  }: {
    contexts?: PromptMessage[] | undefined
    message?: PromptMessage | undefined
  }) => (message ? [...contexts, message] : contexts)

  /** A try of what stands in the editor: everything that it names has to be within the caller's reach. */
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
      messages: said(input),
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

  function count(spaceId: string, key: string): void {
    try {
      limiter.take(`prompt runs ${spaceId} ${key}`, MAX_RUNS, 1)
    } catch {
      throw loopPromptErrors.tooManyRuns({ key, max: MAX_RUNS })
    }
  }
  interface Named {
    key: string
    version?: string | undefined
    label?: string | undefined
    traffic?: Record<string, unknown> | undefined
  }
  /** A run of what is served: the draft is always that of the caller. */
  async function served(spaceId: string, named: Named, ctx: Ctx) {
    count(spaceId, named.key)
    const { id, securityLevel } = await serving.entryOf(spaceId, named.key)
    await requireLevel(ctx, spaceId, named.key, securityLevel)
    if (named.version !== DRAFT_VERSION) return serving.choose(spaceId, named.key, named)
    const draft = await drafts.draft(id, ctx.userId)
    const detail = await segments.expand(spaceId, id, draft.detail)
    return { key: named.key, version: DRAFT_VERSION, securityLevel, detail }
  }
  async function requestOf(
    spaceId: string,
    named: Named,
    ctx: Ctx,
    asked: Pick<RunRequest, 'values' | 'messages' | 'model'>,
  ): Promise<RunRequest> {
    const { key, version, detail, securityLevel } = await served(spaceId, named, ctx)
    const uid = named.traffic?.uid
    return {
      spaceId,
      userKey: typeof uid === 'string' ? uid : ctx.userId,
      detail,
      key,
      version,
      isSecret: isSecret(securityLevel),
      ...asked,
      answersTools: false,
      scene: 'online',
      signal: ctx.signal,
    }
  }
  async function executeOf(input: ExecuteInput, ctx: Ctx) {
    const spaceId = callSpace(ctx, input.space_id)
    let key = input.prompt_key
    if (!key && input.prompt_id) {
      const located = await ctx.access.require(ctx.actor!, 'prompt', input.prompt_id, 'view')
      if (located.spaceId !== spaceId) throw loopPromptErrors.notFound({ key: input.prompt_id })
      key = (await prompts.get(input.prompt_id)).prompt.key
    }
    if (!key) throw promptRunErrors.noPrompt()
    const traffic = readTraffic(input.traffic)
    const named = { key, version: input.version, label: input.release_label, traffic }
    const asked = { values: input.variables ?? [], messages: said(input), model: input.custom_model_config }
    return requestOf(spaceId, named, ctx, asked)
  }
  /** Pieces of an answer, then its end; what goes wrong on the way is an event too. */
  async function streamItems(
    sse: Sse,
    ctx: Ctx,
    work: (sink: ChatSink) => Promise<{ item: PromptReplyItem; more?: object }>,
  ) {
    const piece = (more: Partial<PromptReplyItem>) =>
      sse.send({ data: { item: { stream_state: 3, reply_type: 0, content: '', ...more } } })
    try {
      const { item, more } = await work({
        text: (content) => piece({ content }),
        reasoning: (reasoning_content) => piece({ reasoning_content }),
      })
      sse.send({ data: { item: { ...item, stream_state: 4, content: '' }, ...more } })
    } catch (cause) {
      sse.send({ event: 'error', data: problemOf(cause, ctx.locale) })
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
      // Testers see what they did themselves.
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
          // What others said to it stays theirs.
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
    execute: async (input, ctx) => {
      const request = await executeOf(input, ctx)
      const result = await runs.run(request, await runs.prepare(request))
      return { item: replyItem(result, { state: 1, version: request.version }) }
    },
    executeStream: async (input, ctx) => {
      const request = await executeOf(input, ctx)
      const ready = await runs.prepare(request)
      return (sse) =>
        streamItems(sse, ctx, async (sink) => ({
          item: replyItem(await runs.run(request, ready, sink), { state: 4, version: request.version }),
        }))
    },
    loopExecute: async (input, ctx) => {
      const request = await requestOf(input.workspace_id, namedOf(input.prompt_identifier), ctx, askedOf(input))
      return loopReply(await runs.run(request, await runs.prepare(request)))
    },
    loopStream: async (input, ctx) => {
      const request = await requestOf(input.workspace_id, namedOf(input.prompt_identifier), ctx, askedOf(input))
      const ready = await runs.prepare(request)
      return loopResponse(ctx.locale, (sink) => runs.run(request, ready, sink))
    },
  }
}

const namedOf = ({
  prompt_key: key,
  version,
  label,
}: {
  prompt_key: string
  version?: string | undefined
  label?: string | undefined
}) => ({ key, version, label })
const askedOf = (input: {
  variable_vals?: Parameters<typeof valueFromLoop>[0][] | undefined
  messages?: Parameters<typeof fromLoop>[0][] | undefined
}) => ({
  values: (input.variable_vals ?? []).map(valueFromLoop),
  messages: (input.messages ?? []).map(fromLoop),
  model: undefined,
})

function replyItem(result: RunResult, more: { state: number; traceKey?: string; version: string }): PromptReplyItem {
  const calls = result.toolCalls.map((call) => ({ call, response: undefined as string | undefined }))
  const shown = [...result.answered, ...calls].map(({ call, response }) => ({
    tool_call: { id: call.id, type: 1, function_call: { name: call.name, arguments: call.arguments } },
    ...(response !== undefined && { mock_response: response }),
  }))
  return {
    stream_state: more.state,
    reply_type: result.toolCalls.length ? 1 : 0,
    content: result.text,
    ...(result.reasoning && { reasoning_content: result.reasoning }),
    ...(shown.length && { tool_calls: shown }),
    finish_reason: result.finish,
    prompt_version: more.version,
    ...(more.traceKey && { debug_trace_key: more.traceKey }),
    token_consumption: {
      input_token: String(result.inputTokens),
      output_token: String(result.outputTokens),
      cost: result.cost,
    },
  }
}
function briefOf(messages: readonly PromptMessage[], own: readonly PromptMessage[]): string {
  const last = [...own, ...messages].findLast(({ content }) => content)
  return (last?.content ?? '').slice(0, BRIEF)
}
const problemOf = (cause: unknown, locale: Locale) =>
  cause instanceof AppError ? { code: cause.code, msg: cause.text(locale) } : { code: 1, msg: 'The run failed' }

/** A stream of its own: no comments, no pings, no mark at its end. */
function loopResponse(locale: Locale, run: (sink: ChatSink) => Promise<RunResult>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (data: object, event?: string) => controller.enqueue(encoder.encode(loopEvent(data, event)))
      const piece = (message: object) => send({ message: { role: 'assistant', ...message } })
      try {
        const result = await run({
          text: (text) => slicesOf(text).forEach((content) => piece({ content })),
          reasoning: (text) => slicesOf(text).forEach((reasoning_content) => piece({ content: '', reasoning_content })),
        })
        for (const last of lastPieces(result)) send(last)
      } catch (cause) {
        send(problemOf(cause, locale), 'error')
      }
      controller.close()
    },
  })
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform' }
  return new Response(body, { headers })
}
