import type { Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { backupModel } from '#canvas/error-setting.ts'
import { boolField, field, listField, numberField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { ContentPart, ModelMessage, ModelReply, ModelRequest, ToolCall, ToolSpec } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import { isShownLive, writePiece } from '#run/emission.ts'
import type { Outcome } from '#run/outcome.ts'
import { spend } from '#run/usage.ts'
import { valueText } from '#values/json.ts'
import { isObject, type Values } from '#values/own.ts'
import { parseTemplate, render, type Template } from '#values/template.ts'
import { type AnswerShape, answerShape, jsonInstruction, jsonSchemaOf, toOutcome } from './llm/answer.ts'
import { type KnowledgeSetting, parseKnowledge, recall } from './llm/knowledge.ts'
import { type ModelSetting, parseModel } from './llm/model-setting.ts'
import { historyOf, userContent } from './llm/prompt.ts'
import { askPage, pageTools } from './llm/page-tools.ts'
import { callTool, loadTools, parseTools, type ToolRef } from './llm/tools.ts'
import { literalParams } from './literal-params.ts'
import type { NodeKind } from './node-kind.ts'

interface Config {
  model: ModelSetting
  backup: ModelSetting | undefined
  system: Template
  prompt: Template
  /** Key and label of a prompt of the space that replaces `system`, in the version served at run time. */
  follows: { key: string; label: string } | undefined
  rounds: number
  shape: AnswerShape
  tools: ToolRef[]
  knowledge: KnowledgeSetting | undefined
}

/** The state that a node with tools needs to resume after a restart. */
interface State {
  messages: ModelMessage[]
  followed?: Values | undefined
  pending: ToolCall[]
  round: number
  calls: number
  called: Values[]
  /** The page was asked to run the first pending call. */
  waits?: boolean
  /** The text that was shown before the model called a tool. */
  said?: string
}

/** Calls a language model with tools, knowledge and media, and returns text or JSON. */
export const llm: NodeKind<Config> = {
  type: NodeType.LLM,
  needs: ['model'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 180_000,
  effect: true,
  // A workflow called as a tool may answer directly: its answer is the output of this node.
  answerField: ({ shape }) => (shape.json ? undefined : shape.field),
  compile(scope) {
    const { node } = scope
    const raw = Object.fromEntries(literalParams(listField(node.inputs, 'llmParam')))
    const model = parseModel(raw)
    const spare = backupModel(node)
    return {
      inputs: scope.inputs(field(node.inputs, 'inputParameters')),
      config: {
        model,
        backup: isObject(spare) ? parseModel(spare) : undefined,
        system: parseTemplate(valueText(field(raw, 'systemPrompt'))),
        prompt: parseTemplate(valueText(field(raw, 'prompt'))),
        follows: valueText(field(raw, 'promptKey')).trim()
          ? {
              key: valueText(field(raw, 'promptKey')).trim(),
              label: valueText(field(raw, 'promptLabel')).trim(),
            }
          : undefined,
        rounds: boolField(raw, 'enableChatHistory') ? (numberField(raw, 'chatHistoryRound') ?? 3) : 0,
        shape: answerShape(model.format, scope.outputs()),
        tools: parseTools(scope),
        knowledge: parseKnowledge(scope),
      },
    }
  },
  async run(task, config) {
    const model = task.attempt > 0 && config.backup ? config.backup : config.model
    const inPage = await pageTools(task)
    if (config.tools.length || inPage.length) return runWithTools(task, config, model, inPage)
    const { messages, followed } = await opening(task, config, model)
    const reply = await ask(task, config, model, { messages, tools: [] }, 'm0', isShownLive(task))
    return withExtra(toOutcome(config.shape, reply), followed)
  },
}

interface Opening {
  messages: ModelMessage[]
  /** The version of the prompt that the node follows, shown in traces. */
  followed: Values | undefined
}
async function opening(task: Task, config: Config, model: ModelSetting): Promise<Opening> {
  const { template, followed } = await systemOf(task, config)
  const system = render(template, task.input)
  const messages: ModelMessage[] = system ? [{ role: 'system', content: system }] : []
  messages.push(...(await historyOf(task, config.rounds)))
  const suffix = config.shape.json ? jsonInstruction(config.shape) : ''
  let content = userContent(task, config.prompt, suffix)
  if (config.knowledge) content = prepend(await recall(task, config.knowledge, model, textOf(content)), content)
  messages.push({ role: 'user', content })
  return { messages, followed }
}

/** The system prompt: the followed prompt if a version is served, otherwise the text of the node. */
async function systemOf(
  task: Task,
  { follows, system }: Config,
): Promise<{ template: Template; followed: Values | undefined }> {
  if (!follows) return { template: system, followed: undefined }
  const found = await need(task, 'prompts').served(follows, callOf(task, 'prompt'))
  const followed = { prompt_key: follows.key, prompt_label: follows.label, prompt_version: found?.version ?? '' }
  return { template: found ? parseTemplate(found.text) : system, followed }
}

const textOf = (content: string | ContentPart[]): string =>
  typeof content === 'string' ? content : content.map((item) => (item.type === 'text' ? item.text : '')).join('')

function prepend(text: string, content: string | ContentPart[]): string | ContentPart[] {
  if (!text) return content
  return typeof content === 'string' ? text + content : [{ type: 'text', text }, ...content]
}

async function ask(
  task: Task,
  { shape }: Config,
  model: ModelSetting,
  turn: Pick<ModelRequest, 'messages' | 'tools'>,
  step: string,
  isLive: boolean,
): Promise<ModelReply> {
  const request: ModelRequest = {
    ...turn,
    modelId: model.modelId,
    modelName: model.modelName,
    responseFormat: shape.json ? 'json' : model.format === 'markdown' ? 'markdown' : 'text',
    jsonSchema: jsonSchemaOf(shape),
    params: model.params,
    purpose: 'answer',
  }
  const onDelta = (piece: { text?: string; reasoning?: string }) => {
    if (piece.reasoning && shape.reasoning) writePiece(task, 'reasoning_content', piece.reasoning)
    if (piece.text) writePiece(task, shape.field, piece.text)
  }
  const streams = isLive && !shape.json
  const reply = await need(task, 'model').chat(request, callOf(task, step), streams ? onDelta : undefined)
  spend(task, reply.usage)
  return reply
}

/** Calls the model and the tools it requests until it answers. The rounds are limited; the state survives a restart. */
async function runWithTools(
  task: Task,
  config: Config,
  model: ModelSetting,
  inPage: readonly ToolSpec[],
): Promise<Outcome> {
  const tools = await loadTools(task, config.tools)
  const page = inPage.filter(({ name }) => !tools.has(name))
  const specs = [...[...tools.values()].map((tool) => tool.spec), ...page]
  // If a tool may answer for the node, nothing is shown before it is known whose answer it is.
  const isLive = config.tools.length === 0 && isShownLive(task)
  const state = ((task.state as State | undefined) ?? {
    ...(await opening(task, config, model)),
    pending: [],
    round: 0,
    calls: 0,
    called: [],
  }) as State
  task.state = state
  if (state.waits) takeAnswer(task, state)
  // This text was shown before: the emission knows how much was sent and continues after it.
  if (isLive && state.said) writePiece(task, config.shape.field, state.said)
  for (;;) {
    if (!state.pending.length) {
      const reply = await ask(
        task,
        config,
        model,
        { messages: state.messages.slice(), tools: specs },
        `m${state.round}`,
        isLive,
      )
      if (isLive) state.said = (state.said ?? '') + reply.text
      if (!reply.toolCalls?.length)
        return withDetail(toOutcome(config.shape, isLive ? { ...reply, text: state.said ?? '' } : reply), state)
      if (++state.round > task.run.limits.toolRounds) {
        throw new EngineError(
          ErrorCode.engine.executeFail,
          `the model asked for tools more than ${task.run.limits.toolRounds} times`,
          { zh: `模型调用工具超过 ${task.run.limits.toolRounds} 次` },
        )
      }
      state.messages.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls })
      state.pending = reply.toolCalls.slice()
    }
    for (let call = state.pending[0]; call; call = state.pending[0]) {
      if (page.some(({ name }) => name === call!.name)) {
        state.waits = true
        return askPage(call)
      }
      const result = await callTool(task, tools, call, `t${state.calls}`)
      state.pending.shift()
      state.calls++
      state.called.push({ name: call.name, input: call.arguments, output: result.text })
      if (result.direct) return withDetail(toOutcome({ ...config.shape, json: false }, { text: result.text }), state)
      state.messages.push({ role: 'tool', content: result.text, toolCallId: call.id })
    }
  }
}

/** Takes the reply of the page as the result of the tool call. */
function takeAnswer(task: Task, state: State): void {
  const call = state.pending.shift()
  state.waits = false
  state.calls++
  if (!call) return
  const content = task.answer ?? ''
  state.called.push({ name: call.name, input: call.arguments, output: content })
  state.messages.push({ role: 'tool', content, toolCallId: call.id })
}

const withExtra = (outcome: Outcome, extra: Values | undefined): Outcome => (extra ? { ...outcome, extra } : outcome)
const withDetail = (outcome: Outcome, state: State): Outcome =>
  withExtra(outcome, { ...state.followed, fc_called_detail: { fc_called_list: state.called } })
