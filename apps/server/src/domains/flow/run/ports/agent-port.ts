import { CardBiz, FlowMode, isId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { objectSchema, type RunEvent } from '@orrery/engine'
import type {
  ChatflowRun,
  SkillContext,
  SkillTool,
  ToolCallContext,
  ToolResult,
  WorkflowPort,
} from '#domains/chat/agent/shared/skill-ports.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import { AppError } from '#kit/errors.ts'
import { questionText } from '../chat-log.ts'
import { failureError } from '../open-errors.ts'
import { runErrors } from '../run.errors.ts'
import { showPictures } from './show-pictures.ts'
import type { RunService } from '../run.service.ts'
import { type Caller, type AppVersionPort, RunMode } from '../run-types.ts'
import type { ActiveRun } from '../active-run.ts'

export interface AgentWorkflowDeps {
  plans: Pick<PlanService, 'newest' | 'version'>
  ports: { readonly appVersions: Pick<AppVersionPort, 'find'> }
  runs: Pick<RunService, 'runPublished' | 'resume' | 'cancel'>
}
/** An interrupted run, stored with the conversation. */
interface Waiting {
  workflowId: string
  runId: string
  eventId: string
}
type Voice = Pick<ToolCallContext, 'say' | 'sayEnd' | 'cards'>

/** A workflow may take as long as the turn that called it. */
const TIMEOUT_MS = 3_600_000

/** Workflows as skills of a bot: published ones of the same space, as tools of the model or as the whole turn. */
export function createAgentWorkflows({ plans, runs, ports }: AgentWorkflowDeps): WorkflowPort {
  async function find(workflowId: string, context: SkillContext): Promise<Loaded | undefined> {
    if (!isId(workflowId)) return undefined
    const loaded = await plans.newest(workflowId).catch(() => undefined)
    return loaded?.spaceId === context.spaceId ? loaded : undefined
  }
  /** Follows a run to its end. When the turn is cancelled, cancels the run. */
  async function follow(
    begin: (onEvent: (event: RunEvent) => void) => Promise<ActiveRun>,
    voice: Voice,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    let isAnswerSaid = false
    const say = (text: string, isEnd: boolean, isWhole: boolean) => {
      voice.say(text)
      isAnswerSaid = isEnd
      if (isWhole && !isEnd) voice.sayEnd()
    }
    const begun = begin((event) => {
      if ((event.type !== 'message' && event.type !== 'node.finished') || event.depth > 0) return
      const isEnd = event.nodeType === 'End'
      const hasCard = voice.cards?.has(event.nodeId) === true
      if (event.type === 'message') {
        if (!hasCard) say(event.text, isEnd, event.finish)
        return
      }
      // A card shows all values of the message, so it is sent when the node has finished.
      if (!hasCard || event.text === undefined) return
      if (!voice.cards!.show(event.nodeId, event.input)) say(event.text, isEnd, true)
      else isAnswerSaid = isEnd
    })
    const active = await begun.catch((cause: unknown) => {
      // Return the error to the model, which may retry with the missing input.
      if (cause instanceof AppError && cause.status === 400) return cause
      throw cause
    })
    if (active instanceof AppError) return { kind: 'text', isError: true, content: active.message }
    const { workflowId } = active.loaded
    const stop = () => void runs.cancel(workflowId, active.id).catch(() => {})
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const { result, cost } = await active.outcome
      const used = {
        usage: { inputTokens: result.usage.input, outputTokens: result.usage.output, cost },
        attributes: { workflow_id: workflowId, execute_id: active.id },
      }
      switch (result.status) {
        case 'success': {
          if (active.loaded.plan.terminate === 'answer' && result.text !== undefined)
            return { ...used, kind: 'answer', content: result.text, isSaid: isAnswerSaid }
          const flow = await plans.newest(workflowId)
          return flow?.flowMode === FlowMode.imageflow
            ? { ...used, ...showPictures(result.output, flow.name, voice) }
            : { ...used, kind: 'text', content: JSON.stringify(result.output) }
        }
        case 'interrupted': {
          const [event] = result.interrupts
          const state: Waiting = { workflowId, runId: active.id, eventId: event!.id }
          const card = { type: event!.type, title: event!.title, data: event!.data }
          return { ...used, kind: 'interrupt', question: questionText(event!.data), state, card }
        }
        case 'failed':
          return { ...used, kind: 'text', isError: true, content: result.error.message }
        case 'cancelled':
          return { ...used, kind: 'text', isError: true, content: 'the run was cancelled' }
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  const callerOf = (context: SkillContext): Caller => ({
    userId: context.userId,
    logId: context.turnId,
    botId: context.botId,
    connectorId: context.connectorId,
    ...(context.endUser && { connectorUid: context.endUser }),
    conversationId: context.conversationId,
    chatId: context.turnId,
  })
  const goOn = (state: unknown, said: string, voice: Voice, signal: AbortSignal) => {
    const { workflowId, runId, eventId } = state as Waiting
    return follow((onEvent) => runs.resume(workflowId, runId, eventId, said, { onEvent }), voice, signal)
  }

  function toTool(loaded: Loaded, context: SkillContext): SkillTool {
    const { name, description, workflowId } = loaded
    return {
      name: `ts_${/[A-Za-z]/.test(name) ? name : workflowId}`,
      title: name,
      description: [name, description].filter(Boolean).join(': '),
      parameters: objectSchema(loaded.plan.inputs),
      kind: 'workflow',
      // Adding the workflow to the bot counts as consent to run it.
      sideEffects: 'allowed',
      pluginId: workflowId,
      pluginName: name,
      shownAs: {
        biz_type: CardBiz.workflow,
        business_id: workflowId,
        unique_id: loaded.plan.root.nodes[loaded.plan.root.end]?.id ?? '',
      },
      timeoutMs: TIMEOUT_MS,
      call: (args, voice) =>
        follow(
          (onEvent) =>
            runs.runPublished(loaded, args, RunMode.stream, callerOf(context), { stream: true }, { onEvent }),
          voice,
          voice.signal,
        ),
      resume: (state, said, voice) => goOn(state, said, voice, voice.signal),
    }
  }

  async function chat(run: ChatflowRun, context: SkillContext): Promise<ToolResult> {
    if (run.state) return goOn(run.state, run.input, run, context.signal)
    const app = await ports.appVersions.find(context.botId, context.connectorId)
    const pin = app?.pins[run.workflowId]
    const loaded = pin ? await plans.version(run.workflowId, pin) : await find(run.workflowId, context)
    if (!loaded) throw runErrors.notPublished()
    const caller = callerOf(context)
    if (app) Object.assign(caller, { botId: undefined, projectId: context.botId, appVersion: app.id })
    const wanted = new Set(loaded.plan.inputs.map(({ name }) => name))
    const known = Object.entries({ ...run.variables, ...run.parameters }).filter(([name]) => wanted.has(name))
    const input = { ...Object.fromEntries(known), USER_INPUT: run.input }
    const options = { stream: true, chat: true }
    return follow(
      (onEvent) => runs.runPublished(loaded, input, RunMode.stream, caller, options, { onEvent }),
      run,
      context.signal,
    )
  }

  return {
    async tools(references, context) {
      const ids = [...new Set(references.map((reference) => reference.workflow_id))]
      const found = await Promise.all(ids.map((id) => find(id, context)))
      return found.filter((item) => item !== undefined).map((item) => toTool(item, context))
    },
    async chat(run, context) {
      const result = await chat(run, context)
      // In this mode there is no model to handle a failure, so it ends the turn.
      if (result.kind === 'text' && result.isError)
        throw failureError({ code: ErrorCode.engine.toolFailed, message: result.content, nodeId: '', path: '' })
      return result
    },
  }
}
