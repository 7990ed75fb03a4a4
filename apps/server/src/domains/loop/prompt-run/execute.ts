import type { contract, PromptMessage, PromptValue } from '@orrery/contract'
import { DRAFT_VERSION } from '@orrery/contract/shared/prompt-enums'
import type { Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ChatSink } from '#kit/models/chat-types.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import { loopPromptErrors } from '#domains/resources/prompt/prompt.errors.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { SegmentService } from '#domains/resources/prompt/segment.service.ts'
import type { ServeService } from '#domains/resources/prompt/serve.service.ts'
import { callSpace, readTraffic, requireLevel } from '#domains/resources/prompt/shared/call-space.ts'
import { isSecret } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { fromLoop, lastPieces, loopEvent, loopReply, slicesOf, valueFromLoop } from './loop-format.ts'
import { promptRunErrors } from './prompt-run.errors.ts'
import { messagesOf, problemOf, replyItem, streamItems } from './reply.ts'
import type { RunRequest, RunResult, RunService } from './run.service.ts'

/** Runs of one key per second, over all programs. */
const MAX_RUNS = 100

export interface ExecuteDeps {
  runs: RunService
  prompts: PromptService
  drafts: DraftService
  segments: SegmentService
  serving: ServeService
  limiter: RateLimiter
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

type Executing = 'execute' | 'executeStream' | 'loopExecute' | 'loopStream'

/** Runs prompts for programs: the served version, by key. */
export function executeHandlers(deps: ExecuteDeps): Pick<Handlers<typeof contract.promptRun>, Executing> {
  const { runs, prompts, drafts, segments, serving, limiter } = deps
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
  /** Resolves the served version. A draft is always that of the caller. */
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
    const asked = { values: input.variables ?? [], messages: messagesOf(input), model: input.custom_model_config }
    return requestOf(spaceId, named, ctx, asked)
  }
  return {
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

/** Streams events in the exact format of the clients: no comments, no pings, no end marker. */
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
