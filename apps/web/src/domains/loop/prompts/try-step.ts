import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import type { Store } from '#lib/store.ts'
import { type Detail, detailOf, type Message, toWire } from './detail.ts'
import { toValues, type Values } from './input-values.ts'

/** How tools behave in a try: they return canned responses, are called, or wait for the person. */
export type ToolMode = 'canned' | 'real' | 'step'
export interface ToolUse {
  id: string
  name: string
  arguments: string
  /** Undefined while the call waits for a response. */
  response?: string | undefined
}
/** The input of one request of a column. */
export interface Step {
  asked: TryInput
  version: string
  /** The prompt that is tried: the draft, or the version once it has been read. */
  detail?: Detail | undefined
  modelId: string
  contexts: readonly Message[]
  message: string
  /** The result of the previous steps. */
  before: Pick<Answer, 'text' | 'tools' | 'tokens' | 'traceId'>
}
export interface Answer {
  /** The message of the person. */
  question: string
  is: 'running' | 'waiting' | 'done' | 'failed' | 'stopped'
  text: string
  tools: readonly ToolUse[]
  error?: unknown
  tokens?: { input: number; output: number; cost: number } | undefined
  traceId?: string | undefined
  step: Step
}
export interface TryInput {
  spaceId: string
  promptId: string
  detail: Detail
  values: Values
  message: string
  mode: ToolMode
}
interface Item {
  content?: string
  reply_type?: number
  debug_trace_key?: string
  tool_calls?: {
    tool_call: { id: string; function_call: { name: string; arguments: string } }
    mock_response?: string
  }[]
  token_consumption?: { input_token: string; output_token: string; cost: number }
}

export const firstStep = (asked: TryInput, { version, modelId }: { version: string; modelId: string }): Step => ({
  asked,
  version,
  detail: version ? undefined : asked.detail,
  modelId,
  contexts: [],
  message: asked.message,
  before: { text: '', tools: [] },
})

/** The next request: the calls so far with their responses, and the conversation including them. */
export function nextStep({ step, text, tools, tokens, traceId }: Answer, responses: readonly string[]): Step {
  const open = tools.filter(({ response }) => response === undefined)
  const given = new Map(open.map((tool, at) => [tool, responses[at] ?? '']))
  const answered = tools.map((tool) => ({ ...tool, response: tool.response ?? given.get(tool)! }))
  // Responses to earlier steps are already in the contexts.
  const recent = answered.slice(step.before.tools.length)
  return {
    ...step,
    contexts: [
      ...step.contexts,
      ...(step.message ? [{ message_type: PromptMessageType.user, content: step.message }] : []),
      {
        message_type: PromptMessageType.assistant,
        content: '',
        tool_calls: recent.map(({ id, name, arguments: args }) => ({
          tool_call: { id, type: 1, function_call: { name, arguments: args } },
        })),
      },
      ...recent.map(({ id, response }) => ({
        message_type: PromptMessageType.tool,
        content: response,
        tool_call_id: id,
      })),
    ],
    message: '',
    before: { text: text && `${text}\n\n`, tools: answered, tokens, traceId },
  }
}

/** The canned response for a call: one for each call in turn; the last one repeats. */
export function cannedFor({ step, tools }: Answer, tool: ToolUse): string {
  const given = step.detail?.tools.find((one) => one.tool_def.function.name === tool.name)?.mock_response ?? []
  const turn = tools.filter(({ name }) => name === tool.name).indexOf(tool)
  return given[Math.min(turn, given.length - 1)] ?? ''
}
/** Whether a tool can be called: it belongs to a plugin, or the prompt has MCP servers. */
export function isCallable({ step: { detail } }: Answer, { name }: ToolUse): boolean {
  const own = detail?.tools.find((one) => one.tool_def.function.name === name)
  return own ? own.source !== undefined : Boolean(detail?.servers.length)
}
export const promptOf = ({ asked, version, modelId }: Step, detail: Detail) => ({
  id: asked.promptId,
  version: version || undefined,
  ...toWire(modelId ? { ...detail, model: { ...detail.model, id: modelId } } : detail),
})

/** Sends the request and shows the answer as it streams in. */
export async function takeStep(store: Store<Answer | undefined>, given: Step, signal: AbortSignal): Promise<void> {
  const { asked, before } = given
  let answer: Answer = { is: 'running', question: asked.message, ...before, step: given }
  const show = (more: Partial<Answer>) => {
    answer = { ...answer, ...more }
    store.set(answer)
  }
  show({})
  try {
    const detail = given.detail ?? (await readVersion(asked.promptId, given.version, signal))
    const step = { ...given, detail }
    show({ step })
    const input = {
      space_id: asked.spaceId,
      prompt: promptOf(step, detail),
      ...(step.message && { message: { message_type: PromptMessageType.user, content: step.message } }),
      contexts: [...step.contexts],
      variables: toValues(detail.variables, asked.values),
      single_step_debug: asked.mode === 'step',
      tool_mode: asked.mode === 'canned' ? ('canned' as const) : ('real' as const),
      ...(before.traceId && { debug_trace_key: before.traceId }),
    }
    let isWaiting = false
    for await (const { data } of readStream(() => api.promptRun.tryStream(input, { signal }))) {
      const { item = {} } = data as { item?: Item }
      isWaiting = item.reply_type === 1
      show(read(answer, item))
    }
    show({ is: isWaiting ? 'waiting' : 'done' })
  } catch (error) {
    show(signal.aborted ? { is: 'stopped' } : { is: 'failed', error })
  }
}
const readVersion = async (promptId: string, version: string, signal: AbortSignal) =>
  detailOf((await api.promptManage.get({ prompt_id: promptId, version }, { signal })).prompt)

function read(answer: Answer, item: Item): Partial<Answer> {
  const { token_consumption: used, tool_calls: calls } = item
  const { tools, tokens } = answer.step.before
  return {
    text: answer.text + (item.content ?? ''),
    ...(calls && {
      tools: [
        ...tools,
        ...calls.map(({ tool_call: { id, function_call: call }, mock_response: response }) => ({
          id,
          ...call,
          response,
        })),
      ],
    }),
    ...(item.debug_trace_key && { traceId: item.debug_trace_key }),
    ...(used && {
      tokens: {
        input: (tokens?.input ?? 0) + Number(used.input_token),
        output: (tokens?.output ?? 0) + Number(used.output_token),
        cost: (tokens?.cost ?? 0) + used.cost,
      },
    }),
  }
}
