import { ConnectorId, type contract, isId, type OpenRunHistory } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { badInput } from '#kit/errors.ts'
import type { Clock } from '#kit/clock.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { NewId } from '#kit/ids.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { readFacts } from '#domains/flow/workflow/canvas-facts.ts'
import { toOpenParameters } from '#domains/flow/workflow/open-parameters.ts'
import type { Presenter } from '#domains/flow/workflow/present.ts'
import type { ChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import { CHATFLOW, type ChatService } from './chat.service.ts'
import { createChatStream } from './chat-stream.ts'
import { createEventStream } from './event-stream.ts'
import { failureError, openError } from './open-errors.ts'
import { runErrors } from './run.errors.ts'
import type { RunRow } from './run.table.ts'
import type { Caller, RunService } from './run.service.ts'
import { type AppVersionPort, type NodeRecord, RunMode, RunStatus } from './run-types.ts'
import type { ThreadService } from './thread.service.ts'
import type { UsageGate } from './usage-gate.ts'

export interface OpenRoutesDeps {
  runs: RunService
  workflows: WorkflowService
  repo: { published(workflowId: string, version: string): Promise<{ schema: string } | undefined> }
  roles: ChatRoleService
  present: Presenter
  publicUrl: string
  newId: NewId
  clock: Clock
  chats: ChatService
  threads: Pick<ThreadService, 'open'>
  ports: { readonly appVersions: Pick<AppVersionPort, 'find'>; readonly gate: Pick<UsageGate, 'admit'> }
}
type Found = Awaited<ReturnType<WorkflowService['get']>>
const SHOWN = 100_000
const statusNames: Record<number, string> = {
  0: 'Running',
  1: 'Running',
  2: 'Success',
  3: 'Fail',
  4: 'Cancel',
  5: 'Interrupted',
}

export function openRoutes(deps: OpenRoutesDeps): Handlers<typeof contract.workflowOpen> {
  const { runs, workflows, present, publicUrl } = deps
  const base = publicUrl.replace(/\/$/, '')
  const debugUrl = (spaceId: string, workflowId: string, runId: string) =>
    `${base}/work_flow?execute_id=${runId}&space_id=${spaceId}&workflow_id=${workflowId}&execute_mode=2`
  interface Call {
    bot_id?: string | undefined
    app_id?: string | undefined
    project_id?: string | undefined
    connector_id?: string | undefined
    ext?: Record<string, string> | null | undefined
  }
  async function callerOf(input: Call, ctx: Ctx): Promise<Caller> {
    const projectId = input.app_id ?? input.project_id
    if (input.bot_id && projectId) throw runErrors.botOrProject()
    if (input.bot_id) await ctx.access.require(ctx.actor!, 'bot', input.bot_id, 'view')
    if (projectId) await ctx.access.require(ctx.actor!, 'project', projectId, 'view')
    return {
      userId: ctx.userId,
      logId: ctx.logId,
      botId: input.bot_id,
      projectId,
      connectorId: input.connector_id ?? ConnectorId.api,
      connectorUid: input.ext?.user_id ?? ctx.userId,
      ext: input.ext ?? undefined,
    }
  }
  async function publishedOf(workflowId: string, env?: string) {
    return runs.published(workflowId, env).catch((cause: { code?: number; message: string }) => {
      if (cause.code === ErrorCode.engine.notPublished) throw openError(ErrorCode.engine.notPublished, cause.message)
      throw cause
    })
  }
  type RunInput = Call & { workflow_id: string }
  /** Of a project only what its channel serves, and as it serves it. */
  async function loadFor(input: RunInput, caller: Caller) {
    const { workflow_id: workflowId } = input
    const env = input.ext?.env
    if (!caller.projectId) return publishedOf(workflowId, env)
    const connector = caller.connectorId ?? ConnectorId.api
    const app = await deps.ports.appVersions.find(caller.projectId, connector)
    if (!app?.workflows.includes(workflowId)) throw runErrors.notInApp({ connector })
    caller.appVersion = app.id
    const pin = env ? undefined : app.pins[workflowId]
    return pin ? runs.kept(workflowId, pin) : publishedOf(workflowId, env)
  }
  /** Lets a call from outside through, or refuses it. Told nothing when it came to no run: then it does not count. */
  async function admit(input: RunInput, caller: Caller, spaceId: string, ctx: Ctx) {
    const resourceId = input.bot_id ?? caller.projectId ?? input.workflow_id
    const tokenId = ctx.actor?.token?.id ?? ''
    caller.meter = { resourceId, tokenId }
    const connectorId = caller.connectorId ?? ConnectorId.api
    return deps.ports.gate.admit({ kind: 'workflow', resourceId, spaceId, userId: ctx.userId, tokenId, connectorId })
  }
  /** Counts the call once the run is there. */
  async function counted<T>(settle: Awaited<ReturnType<typeof admit>>, begin: () => Promise<T>): Promise<T> {
    const begun = await begin().catch((cause: unknown) => {
      settle()
      throw cause
    })
    settle({})
    return begun
  }
  type StreamInput = RunInput & { parameters?: string | Record<string, unknown> | null | undefined }
  async function stream(input: StreamInput, ctx: Ctx, isStudio = false) {
    const caller = await callerOf(input, ctx)
    const loaded = isStudio ? await publishedOf(input.workflow_id, input.ext?.env) : await loadFor(input, caller)
    const parameters = readParameters(input.parameters)
    const settle = isStudio ? () => undefined : await admit(input, caller, loaded.spaceId, ctx)
    return async (sse: Parameters<typeof createEventStream>[0]) => {
      let runId = ''
      const events = createEventStream(sse, () => debugUrl(loaded.spaceId, loaded.workflowId, runId))
      const options = { failFast: true, stream: true }
      const active = await counted(settle, () =>
        runs.runPublished(loaded, parameters, RunMode.stream, caller, options, { onEvent: events.on }),
      )
      runId = active.id
      events.end(await active.outcome, active)
    }
  }

  function toHistory(row: RunRow): OpenRunHistory {
    const records = JSON.parse(row.nodes) as NodeRecord[]
    const outputs = records.filter((record) => !record.d && (record.t === 'Message' || record.t === 'End'))
    return {
      execute_id: row.id,
      execute_status: statusNames[row.status] ?? 'Running',
      bot_id: row.context.botId ?? '0',
      connector_id: row.context.connectorId ?? '0',
      connector_uid: row.context.connectorUid ?? '',
      run_mode: row.runMode,
      log_id: row.logId,
      logid: row.logId,
      create_time: seconds(row.createdAt),
      update_time: seconds(row.updatedAt),
      debug_url: debugUrl(row.spaceId, row.workflowId, row.id),
      is_output_trimmed: row.output.length > SHOWN || row.output.startsWith('{"$blob":'),
      input: row.input.slice(0, SHOWN),
      output: row.output.slice(0, SHOWN),
      token: String(row.tokensIn + row.tokensOut),
      cost: row.cost.toFixed(5),
      cost_unit: '',
      ext: row.context.ext ?? {},
      node_execute_status: Object.fromEntries(
        outputs.map((output) => [
          output.n,
          {
            node_id: output.id,
            is_finish: output.s === 3,
            update_time: Math.floor((output.at + (output.ms ?? 0)) / 1000),
            ...(output.k !== undefined && { loop_index: output.k }),
            node_execute_uuid: `${row.id}:${output.p}`,
          },
        ]),
      ),
      usage: { token_count: row.tokensIn + row.tokensOut, output_count: row.tokensOut, input_count: row.tokensIn },
      error_code: row.errorCode ? String(row.errorCode) : '',
      error_msg: row.error,
      error_message: row.error,
    }
  }

  async function basics(found: Found[], withParameters: boolean, ctx: Ctx) {
    const shown = await present.workflows(found, ctx.userId)
    return Promise.all(
      shown.map(async (item, at) => {
        const { row } = found[at]!
        const content =
          withParameters && row.version ? await deps.repo.published(item.workflow_id, row.version) : undefined
        const facts = withParameters ? readFacts(content?.schema ?? row.schema) : undefined
        return {
          workflow_id: item.workflow_id,
          workflow_name: item.name,
          description: item.desc,
          icon_url: item.url && `${base}${item.url}`,
          app_id: item.project_id,
          creator: { id: item.creator.id, name: item.creator.name },
          created_at: String(item.create_time),
          updated_at: String(item.update_time),
          ...(facts && {
            input: { parameters: toOpenParameters(facts.inputs) },
            output: { parameters: toOpenParameters(facts.outputs) },
          }),
        }
      }),
    )
  }

  return {
    async run(input, ctx) {
      const caller = await callerOf(input, ctx)
      const loaded = await loadFor(input, caller)
      const parameters = readParameters(input.parameters)
      const settle = await admit(input, caller, loaded.spaceId, ctx)
      if (input.is_async) {
        const id = await counted(settle, () => runs.enqueue(loaded, parameters, caller))
        const debug_url = debugUrl(loaded.spaceId, loaded.workflowId, id)
        return { data: '', execute_id: id, debug_url, token: 0, cost: '0.00000', usage: noUsage }
      }
      const active = await counted(settle, () =>
        runs.runPublished(loaded, parameters, RunMode.sync, caller, { failFast: true, stream: false }),
      )
      const done = await active.outcome
      const { result, output } = done
      const debug_url = debugUrl(loaded.spaceId, loaded.workflowId, active.id)
      const where = { execute_id: active.id, debug_url }
      if (result.status === 'failed') throw failureError(result.error, where)
      if (result.status === 'cancelled') throw openError(ErrorCode.engine.cancelled, 'the run was cancelled', where)
      if (result.status === 'interrupted') {
        await runs.cancel(loaded.workflowId, active.id).catch(() => {})
        throw openError(
          ErrorCode.engine.interruptUnsupported,
          'the workflow asks a person something: use stream_run for it',
          where,
        )
      }
      const { input: spent, output: made } = result.usage
      const { cost } = done
      return {
        data: output,
        execute_id: active.id,
        debug_url,
        token: spent + made,
        cost: cost.toFixed(5),
        usage: { token_count: spent + made, output_count: made, input_count: spent },
      }
    },
    stream: (input, ctx) => stream(input, ctx),
    streamDraft: (input, ctx) => stream(input, ctx, true),
    async resume(input, ctx) {
      const [runId, eventId] = input.event_id.split('/')
      if (!runId || !eventId || !isId(runId)) throw runErrors.badEvent()
      await callerOf(input, ctx)
      // Looked at before the stream begins, so that a wrong answer is an error and not an empty stream.
      const { row, interrupts } = await runs.view(input.workflow_id, runId)
      if (row.status !== RunStatus.interrupted) throw runErrors.notWaiting()
      if (interrupts[0]?.id !== eventId) throw runErrors.wrongEvent({ expected: `${runId}/${interrupts[0]?.id ?? ''}` })
      return async (sse) => {
        const events = createEventStream(sse, () => debugUrl(row.spaceId, row.workflowId, runId))
        const active = await runs.resume(input.workflow_id, runId, eventId, input.resume_data, { onEvent: events.on })
        events.end(await active.outcome, active)
      }
    },
    async history({ workflow_id, execute_id }) {
      if (execute_id) return { data: [toHistory(await runs.rowOf(workflow_id, execute_id))] }
      return { data: (await runs.history({ workflowId: workflow_id, limit: 20 })).map(toHistory) }
    },
    async runHistory({ workflow_id, execute_id }) {
      return { data: [toHistory(await runs.rowOf(workflow_id, execute_id))] }
    },
    async list(input, ctx) {
      const { found, total } = await workflows.list({
        spaceId: input.workspace_id,
        flowMode: input.workflow_mode === undefined ? undefined : input.workflow_mode === 'chatflow' ? CHATFLOW : 0,
        projectId: input.app_id,
        published:
          input.publish_status === undefined || input.publish_status === 'all'
            ? undefined
            : input.publish_status === 'published_online',
        page: input.page_num,
        size: input.page_size,
      })
      return {
        items: await basics(found, input.include_input_output ?? false, ctx),
        has_more: input.page_num * input.page_size < total,
      }
    },
    async get(input, ctx) {
      const found = await workflows.get(input.workflow_id)
      const [detail] = await basics([found], input.include_input_output ?? false, ctx)
      const { input: taken, output: given, ...rest } = detail!
      const role = input.include_chatflow_role ? await deps.roles.get(input.workflow_id, input.connector_id) : undefined
      return {
        workflow_detail: rest,
        ...(taken && { input: taken }),
        ...(given && { output: given }),
        ...(role && { role }),
      }
    },
    async chat(input, ctx) {
      const isDraft = input.execute_mode === 'DEBUG'
      // A draft is the business of those who make it.
      if (isDraft) await ctx.access.require(ctx.actor!, 'workflow', input.workflow_id, 'editInfo')
      const caller = await callerOf(input, ctx)
      const loaded = isDraft ? await runs.draft(input.workflow_id) : await loadFor(input, caller)
      if (loaded.flowMode !== CHATFLOW) throw runErrors.notAChatflow()
      const parameters = readParameters(input.parameters)
      const at = input.additional_messages.findLastIndex((additionalMessage) => additionalMessage.role === 'user')
      const question = input.additional_messages[at]
      if (question === undefined && parameters.USER_INPUT === undefined)
        throw badInput('additional_messages', 'say something as user', '请至少提供一条 user 消息')
      const settle = isDraft ? () => undefined : await admit(input, caller, loaded.spaceId, ctx)
      const begin = deps.chats.begin({
        loaded,
        isDraft,
        caller,
        conversationId: input.conversation_id,
        parameters,
        earlier: input.additional_messages.slice(0, Math.max(0, at)).map((additionalMessage) => ({
          role: additionalMessage.role === 'user' ? ('user' as const) : ('assistant' as const),
          content: textOf(additionalMessage.content),
        })),
        text: question && textOf(question.content),
      })
      const turn = await begin.catch((cause: unknown) => {
        settle()
        throw cause
      })
      const { conversation, chatId } = turn
      const who = {
        chatId,
        conversationId: conversation.id,
        botId: input.bot_id ?? '',
        sectionId: conversation.sectionId,
      }
      return async (sse) => {
        const events = createChatStream(sse, who, turn.log, () => deps.clock.now())
        events.begin()
        const active = await counted(settle, () => turn.start(events.on))
        events.end(await active.outcome)
      }
    },
    async createConversation(input, ctx) {
      const workflowId = input.workflow_id ?? input.WorkflowID
      const projectId = input.app_id ?? input.AppID
      const isDraft = input.draft_mode ?? input.DraftMode ?? false
      const name = input.conversation_name ?? input.ConversationMame ?? input.ConversationName ?? ''
      const owner = projectId
        ? await ctx.access.require(ctx.actor!, 'project', projectId, 'view')
        : workflowId
          ? await ctx.access.require(ctx.actor!, 'workflow', workflowId, 'view')
          : undefined
      if (!owner) throw badInput('app_id', 'name the project, or the workflow_id', '请指定应用 app_id 或 workflow_id')
      const place = {
        ownerId: owner.id,
        spaceId: owner.spaceId,
        userId: ctx.userId,
        person: input.meta_data?.user_id ?? ctx.userId,
        connectorId: input.connector_id ?? ConnectorId.api,
        isDraft,
      }
      const isShared = input.get_or_create ?? input.GetOrCreate ?? false
      // Without a name every call makes one of its own.
      const found = await deps.threads.open(place, name || deps.newId(), input.meta_data ?? {})
      if (!found.isNew && !isShared) throw runErrors.conversationTaken({ name })
      return {
        id: found.row.id,
        created_at: seconds(found.row.createdAt),
        meta_data: input.meta_data ?? {},
        creator_id: found.row.userId,
        creator_d: found.row.userId,
        connector_id: found.row.connectorId,
        last_section_id: found.row.sectionId,
      }
    },
  }
}

const noUsage = { token_count: 0, output_count: 0, input_count: 0 }

/** Objects and their JSON as text are both taken. */
function readParameters(given: string | Record<string, unknown> | null | undefined): Record<string, unknown> {
  if (given === null || given === undefined || given === '') return {}
  if (typeof given !== 'string') return given
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    throw runErrors.badParameters()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw runErrors.badParameters()
  return value as Record<string, unknown>
}

/** The words of a message: plain text, or the parts of a message of several kinds. */
function textOf(content: unknown): string {
  if (typeof content !== 'string') return partsText(content) ?? JSON.stringify(content ?? '')
  if (!content.startsWith('[')) return content
  try {
    return partsText(JSON.parse(content)) ?? content
  } catch {
    return content
  }
}
function partsText(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'object' && item !== null && 'type' in item))
    return undefined
  const parts = value as { type: string; text?: string; file_url?: string }[]
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : (part.file_url ?? ''))).join('\n')
}
