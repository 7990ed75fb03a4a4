import type { Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { Outcome } from '#run/outcome.ts'
import { valueText } from '#values/json.ts'
import { parseTemplate, render } from '#values/template.ts'
import { parseModel } from './llm/model-setting.ts'
import type { NodeKind } from './node-kind.ts'
import { settingInput, settingName, namedInputs } from './rounds.ts'
import { classifyOption, extractAnswer } from './question/ask-model.ts'
import { letterOf, mostOptions, namedOption } from './question/options.ts'
import type { QuestionConfig, QuestionState } from './question/question-config.ts'

const defaultLimit = 3
const ownOutputs = new Set(['USER_RESPONSE', 'optionId', 'optionContent'])

/** Asks the person and waits for a text, for fields extracted from the answers, or for one of several options. */
export const question: NodeKind<QuestionConfig> = {
  type: NodeType.Question,
  needs: [],
  zeroInputs: true,
  nullOutputs: true,
  compile(scope) {
    const { inputs } = scope.node
    const llm = objectField(inputs, 'llmParam') ?? {}
    const chosen = textField(inputs, 'answer_type') === 'option'
    const options = !chosen ? 'none' : textField(inputs, 'option_type') === 'dynamic' ? 'dynamic' : 'static'
    const names = listField(inputs, 'options').map((item) => textField(item, 'name'))
    const specs = scope.inputs(field(inputs, 'inputParameters'))
    if (options === 'dynamic') specs.push(settingInput(scope, 'dynamic_option'))
    const extract = !chosen && boolField(inputs, 'extra_output')
    const branches = options === 'dynamic' ? ['branch_0'] : names.map((_, i) => `branch_${i}`)
    return {
      inputs: specs,
      ...(chosen ? { ports: [...branches, 'default'] } : {}),
      config: {
        question: parseTemplate(textField(inputs, 'question')),
        system: parseTemplate(textField(llm, 'systemPrompt')),
        model: parseModel(llm),
        options,
        names,
        fields: extract ? scope.outputs().filter((output) => !ownOutputs.has(output.name)) : [],
        limit: numberField(inputs, 'limit') || defaultLimit,
      },
    }
  },
  showInput: namedInputs,
  run(task, config) {
    if (task.answer === undefined) return askFirst(task, config)
    const { answer } = task
    // Copied, not modified: after a restart in the middle of this step the answer is taken again.
    const asked = task.state as QuestionState
    const message = { type: 'answer', content_type: 'text', content: answer, id: messageId(task, asked) } as const
    const state = { ...asked, messages: [...asked.messages, message], answers: asked.answers + 1 }
    if (config.options !== 'none') return takeOption(task, config, state, answer)
    return config.fields.length ? takeFields(task, config, state, answer) : { output: { USER_RESPONSE: answer } }
  },
}

function askFirst(task: Task, config: QuestionConfig): Outcome {
  const state: QuestionState = { messages: [], answers: 0, options: optionsOf(task, config) }
  const text = render(config.question, task.input)
  const options = state.options.map((name) => ({ name }))
  return ask(task, state, config.options === 'none' ? text : { question: text, options })
}

function optionsOf(task: Task, config: QuestionConfig): string[] {
  if (config.options !== 'dynamic') return config.options === 'static' ? [...config.names] : []
  const given = task.input[settingName('dynamic_option')]
  const options = (Array.isArray(given) ? given : []).slice(0, mostOptions).map(valueText)
  if (!options.length)
    throw new EngineError(ErrorCode.engine.optionsEmpty, 'the list of options is empty', {
      zh: '选项列表为空',
      retryable: false,
    })
  return options
}

function ask(task: Task, state: QuestionState, content: unknown): Outcome {
  const content_type = typeof content === 'string' ? 'text' : 'option'
  state.messages.push({ type: 'question', content_type, content, id: messageId(task, state) })
  task.state = state
  return { output: {}, interrupt: { type: 2, data: JSON.stringify({ messages: state.messages }) } }
}

const messageId = (task: Task, state: QuestionState): string => `${task.node.id}_${state.answers}`

function takeOption(
  task: Task,
  config: QuestionConfig,
  state: QuestionState,
  answer: string,
): Outcome | Promise<Outcome> {
  const named = namedOption(state.options, answer)
  if (named >= 0) return picked(config, state, named, answer)
  return classifyOption(task, config, state, answer).then((index) => picked(config, state, index, answer))
}

function picked(config: QuestionConfig, state: QuestionState, index: number, answer: string): Outcome {
  const name = state.options[index]
  if (name === undefined) return { output: { optionId: 'other', optionContent: answer }, port: 'default' }
  return {
    output: { optionId: letterOf(index), optionContent: name },
    port: config.options === 'dynamic' ? 'branch_0' : `branch_${index}`,
  }
}

/** Asks again for missing fields, up to the limit of rounds. */
async function takeFields(task: Task, config: QuestionConfig, state: QuestionState, answer: string): Promise<Outcome> {
  const { outcome, missing, next } = await extractAnswer(task, config, state)
  if (missing.length && state.answers < config.limit) return ask(task, state, next)
  if (missing.length) {
    const rounds = `${state.answers} ${state.answers === 1 ? 'answer' : 'answers'}`
    throw new EngineError(ErrorCode.engine.executeFail, `${missing.join(', ')}: not given in ${rounds}`, {
      zh: `${missing.join('、')}：${state.answers} 次回答后仍未提供`,
      retryable: false,
    })
  }
  return { ...outcome, output: { ...outcome.output, USER_RESPONSE: answer } }
}
