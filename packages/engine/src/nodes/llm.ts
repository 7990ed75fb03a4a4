import type { Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { backupModel } from '#canvas/error-setting.ts'
import { boolField, field, listField, numberField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { ContentPart, ModelMessage, ModelReply, ModelRequest, ToolCall } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import { isHeard, writePiece } from '#run/emission.ts'
import type { Outcome } from '#run/outcome.ts'
import { spend } from '#run/usage.ts'
import { valueText } from '#values/json.ts'
import { isObject, type Values } from '#values/own.ts'
import { parseTemplate, render, type Template } from '#values/template.ts'
import { type AnswerShape, answerShape, jsonInstruction, jsonSchemaOf, toOutcome } from './llm/answer.ts'
import { type KnowledgeSetting, parseKnowledge, recall } from './llm/knowledge.ts'
import { type ModelSetting, parseModel } from './llm/model-setting.ts'
import { historyOf, userContent } from './llm/prompt.ts'
import { callTool, loadTools, parseTools, type ToolRef } from './llm/tools.ts'
import { literalParams } from './literal-params.ts'
import type { NodeKind } from './node-kind.ts'

interface Config {
  model: ModelSetting
  backup: ModelSetting | undefined
  system: Template
  prompt: Template
  /** A prompt of the space in the place of `system`, as it is released at the time of the run. */
  follows: { key: string; label: string } | undefined
  rounds: number
  shape: AnswerShape
  tools: ToolRef[]
  knowledge: KnowledgeSetting | undefined
}

/** State that a tool-calling node needs to resume after a restart. */
interface State {
  messages: ModelMessage[]
  pending: ToolCall[]
  round: number
  calls: number
  called: Values[]
}

/** Asks a language model: with tools, knowledge, pictures, and as text or JSON. */
export const llm: NodeKind<Config> = {
  type: NodeType.LLM,
  needs: ['model'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 180_000,
  effect: true,
  // A tool that answers by itself answers for the node.
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
    if (config.tools.length) return runWithTools(task, config, model)
    const messages = await openingMessages(task, config, model)
    return toOutcome(config.shape, await ask(task, config, model, { messages, tools: [] }, 'm0', isHeard(task)))
  },
}

async function openingMessages(task: Task, config: Config, model: ModelSetting): Promise<ModelMessage[]> {
  const system = render(await systemOf(task, config), task.input)
  const messages: ModelMessage[] = system ? [{ role: 'system', content: system }] : []
  messages.push(...(await historyOf(task, config.rounds)))
  const suffix = config.shape.json ? jsonInstruction(config.shape) : ''
  let content = userContent(task, config.prompt, suffix)
  if (config.knowledge) content = prepend(await recall(task, config.knowledge, model, textOf(content)), content)
  messages.push({ role: 'user', content })
  return messages
}

/** What is written in the node stands in where nothing is served. */
async function systemOf(task: Task, { follows, system }: Config): Promise<Template> {
  if (!follows) return system
  const text = await need(task, 'prompts').text(follows, callOf(task, 'prompt'))
  return text === undefined ? system : parseTemplate(text)
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
  heard: boolean,
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
  const live = heard && !shape.json
  const reply = await need(task, 'model').chat(request, callOf(task, step), live ? onDelta : undefined)
  spend(task, reply.usage)
  return reply
}

/** Asks, calls the tools the model names, and asks again until it answers; bounded, and able to go on after a restart. */
async function runWithTools(task: Task, config: Config, model: ModelSetting): Promise<Outcome> {
  const tools = await loadTools(task, config.tools)
  const specs = [...tools.values()].map((tool) => tool.spec)
  const state = ((task.state as State | undefined) ?? {
    messages: await openingMessages(task, config, model),
    pending: [],
    round: 0,
    calls: 0,
    called: [],
  }) as State
  task.state = state
  for (;;) {
    if (!state.pending.length) {
      const reply = await ask(
        task,
        config,
        model,
        { messages: state.messages.slice(), tools: specs },
        `m${state.round}`,
        false,
      )
      if (!reply.toolCalls?.length) return withDetail(toOutcome(config.shape, reply), state)
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
      const result = await callTool(task, tools, call, `t${state.calls}`)
      state.pending.shift()
      state.calls++
      state.called.push({ name: call.name, input: call.arguments, output: result.text })
      if (result.direct) return withDetail(toOutcome({ ...config.shape, json: false }, { text: result.text }), state)
      state.messages.push({ role: 'tool', content: result.text, toolCallId: call.id })
    }
  }
}

const withDetail = (outcome: Outcome, state: State): Outcome => ({
  ...outcome,
  extra: { fc_called_detail: { fc_called_list: state.called } },
})
