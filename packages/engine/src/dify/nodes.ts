import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { type DifyNode, listOf, plain, type Scope, type Shape, shapeOf } from './scope.ts'
import { httpInputs } from './http.ts'
import { selectorInputs } from './conditions.ts'

/** A converted node. */
export interface ConvertedNode {
  type: string
  inputs?: Values
  outputs?: Values[]
}
type Make = (node: DifyNode, scope: Scope) => ConvertedNode

const variable = (name: string, shape: Shape, more: Values = {}): Values => ({ name, ...shape, ...more })
const inputsOf = (node: DifyNode, scope: Scope): Values[] =>
  listField(node.data, 'variables')
    .filter(isObject)
    .map((item) => ({ name: textField(item, 'variable'), input: scope.ref(field(item, 'value_selector'), node) }))
const setting = (name: string, content: unknown, type = 'string'): Values => ({
  name,
  input: { type, value: { type: 'literal', content } },
})

/** The model settings. The names of models differ, so the space's own model is used and a note names the original. */
function modelParams(node: DifyNode, scope: Scope): Values[] {
  const model = objectField(node.data, 'model')
  const params = objectField(model, 'completion_params')
  const name = textField(model, 'name')
  if (name)
    scope.note(
      node,
      `The original model was ${name}. Choose another one if the default doesn't fit`,
      `原模型为 ${name}，如默认模型不合适请另选`,
    )
  const numbers = [
    ['temperature', numberField(params, 'temperature'), 'float'],
    ['topP', numberField(params, 'top_p'), 'float'],
    ['maxTokens', numberField(params, 'max_tokens'), 'integer'],
  ] as const
  return [
    ...(scope.modelId ? [setting('modelType', scope.modelId, 'integer')] : []),
    ...numbers.flatMap(([key, value, type]) => (value === undefined ? [] : [setting(key, String(value), type)])),
  ]
}

const llm: Make = (node, scope) => {
  const raw = field(node.data, 'prompt_template')
  const messages = (Array.isArray(raw) ? raw : [{ role: 'user', text: textField(raw, 'text') }]).filter(isObject)
  const context = objectField(node.data, 'context')
  const text = (wanted: (role: string) => boolean) =>
    messages
      .filter((message) => wanted(textField(message, 'role')))
      .map((message) => textField(message, 'text'))
      .join('\n\n')
      .replaceAll('{{#context#}}', contextMark(context))
  const [instructions, question] = promptsOf(
    text((role) => role === 'system'),
    text((role) => role !== 'system'),
    objectField(node.data, 'memory'),
  )
  // Both texts go through one template, so that a value used in both gets one name.
  const both = scope.template(`${instructions}\u0000${question}`, node)
  const [systemPrompt = '', prompt = ''] = both.text.split('\u0000')
  const memory = objectField(objectField(node.data, 'memory'), 'window')
  scope.declare(node, 'text', plain('string'))
  return {
    type: NodeType.LLM,
    inputs: {
      inputParameters: both.inputs,
      llmParam: [
        ...modelParams(node, scope),
        setting('systemPrompt', systemPrompt),
        setting('prompt', prompt),
        setting('responseFormat', '0', 'integer'),
        setting('enableChatHistory', boolField(memory, 'enabled'), 'boolean'),
        setting('chatHistoryRound', String(numberField(memory, 'size') ?? 3), 'integer'),
      ],
    },
    outputs: [variable('text', plain('string'))],
  }
}
/**
 * The system and user prompt. A Dify node may have only a system prompt: with a memory, the question of the chat
 * follows it; without one, it is everything the model gets. Our node always needs a user prompt.
 */
function promptsOf(system: string, user: string, memory: Values | undefined): [system: string, user: string] {
  if (user.trim() || !system.trim()) return [system, user]
  return memory ? [system, textField(memory, 'query_prompt_template') || '{{#sys.query#}}'] : ['', system]
}
function contextMark(context: Values | undefined): string {
  const selector = listField(context, 'variable_selector').map(String)
  return boolField(context, 'enabled') && selector.length ? `{{#${selector.join('.')}#}}` : ''
}

/** Converts code. Dify passes values as arguments, we pass one object: a line at the end adapts one to the other. */
const code: Make = (node, scope) => {
  const isPython = textField(node.data, 'code_language') !== 'javascript'
  const source = textField(node.data, 'code')
  const outputs = codeOutputs(field(node.data, 'outputs'))
  for (const [name, shape] of outputs) scope.declare(node, name, shape)
  const names = inputsOf(node, scope).map((input) => input.name as string)
  return {
    type: NodeType.Code,
    inputs: {
      language: isPython ? 3 : 5,
      code: isPython
        ? `${source.replaceAll(/\bdef main\s*\(/g, 'def dify_main(')}\n\n\nasync def main(args):\n    return dify_main(**args.params)\n`
        : `${source.replaceAll(/\bfunction main\s*\(/g, 'function difyMain(')}\n\nasync function main({ params }) {\n  return difyMain(${/function main\s*\(\s*\{/.test(source) ? 'params' : names.map((name) => `params.${name}`).join(', ')})\n}\n`,
      inputParameters: inputsOf(node, scope),
    },
    outputs: outputs.map(([name, shape]) => variable(name, shape)),
  }
}
function codeOutputs(raw: unknown): [string, Shape][] {
  if (Array.isArray(raw))
    return raw.filter(isObject).map((item) => [textField(item, 'variable'), shapeOf(textField(item, 'variable_type'))])
  return isObject(raw) ? Object.entries(raw).map(([name, item]) => [name, shapeOf(textField(item, 'type'))]) : []
}

/** Converts plain values to a template; conditions, loops and filters of Jinja have no counterpart and get a note. */
const template: Make = (node, scope) => {
  const source = textField(node.data, 'template')
  if (/\{%|\{\{[^}]*[|([][^}]*\}\}/.test(source))
    scope.note(
      node,
      'The template uses conditions, loops or filters. Rewrite these parts or use a code node',
      '模板中使用了条件、循环或过滤器，请改写或改用代码节点',
    )
  scope.declare(node, 'output', plain('string'))
  return {
    type: NodeType.Text,
    inputs: {
      method: 'concat',
      inputParameters: inputsOf(node, scope),
      concatParams: [setting('concatResult', source.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, '{{$1}}'))],
    },
    outputs: [variable('output', plain('string'))],
  }
}

const classifier: Make = (node, scope) => {
  const { text, inputs } = scope.template(
    textField(node.data, 'instruction') || textField(node.data, 'instructions'),
    node,
  )
  scope.declare(node, 'class_name', plain('string'), 'reason')
  return {
    type: NodeType.Intent,
    inputs: {
      mode: 'all',
      intents: listField(node.data, 'classes').map((item) => ({ name: textField(item, 'name') })),
      inputParameters: [
        { name: 'query', input: scope.ref(field(node.data, 'query_variable_selector'), node) },
        ...inputs,
      ],
      llmParam: {
        ...Object.fromEntries(modelParams(node, scope).map((modelParam) => [modelParam.name, contentOf(modelParam)])),
        systemPrompt: scope.literal(text),
        prompt: scope.literal('{{query}}'),
      },
    },
    outputs: [variable('classificationId', plain('integer')), variable('reason', plain('string'))],
  }
}
const contentOf = (param: Values): unknown => field(objectField(objectField(param, 'input'), 'value'), 'content')

const extractor: Make = (node, scope) => {
  const wanted = listField(node.data, 'parameters').filter(isObject)
  const outputs = wanted.map((item) =>
    variable(textField(item, 'name'), shapeOf(textField(item, 'type')), {
      description: textField(item, 'description'),
      required: boolField(item, 'required'),
    }),
  )
  for (const found of wanted) scope.declare(node, textField(found, 'name'), shapeOf(textField(found, 'type')))
  const { text, inputs } = scope.template(textField(node.data, 'instruction'), node)
  return {
    type: NodeType.LLM,
    inputs: {
      inputParameters: [{ name: 'query', input: scope.ref(field(node.data, 'query'), node) }, ...inputs],
      llmParam: [
        ...modelParams(node, scope),
        setting('systemPrompt', text),
        setting('prompt', '{{query}}'),
        setting('responseFormat', '2', 'integer'),
      ],
    },
    outputs,
  }
}

const aggregator: Make = (node, scope) => {
  const advanced = objectField(node.data, 'advanced_settings')
  const groups = boolField(advanced, 'group_enabled')
    ? listField(advanced, 'groups').map((item) => ({
        name: textField(item, 'group_name'),
        shape: shapeOf(textField(item, 'output_type')),
        from: listField(item, 'variables'),
        said: `${textField(item, 'group_name')}.output`,
      }))
    : [
        {
          name: 'output',
          shape: shapeOf(textField(node.data, 'output_type')),
          from: listField(node.data, 'variables'),
          said: 'output',
        },
      ]
  for (const group of groups) scope.declare(node, group.said, group.shape, group.name)
  return {
    type: NodeType.VariableAggregator,
    inputs: {
      mergeGroups: groups.map(({ name, from }) => ({ name, variables: from.map((item) => scope.ref(item, node)) })),
    },
    outputs: groups.map(({ name, shape }) => variable(name, shape)),
  }
}

const knowledge: Make = (node, scope) => {
  const many = objectField(node.data, 'multiple_retrieval_config')
  scope.note(node, 'Knowledge bases are not in the file. Choose your own', '文件中不包含知识库，请选择你的知识库')
  const shape = listOf({ type: 'object', schema: [variable('output', plain('string'))] })
  scope.declare(node, 'result', shape, 'outputList')
  return {
    type: NodeType.Dataset,
    inputs: {
      inputParameters: [{ name: 'Query', input: scope.ref(field(node.data, 'query_variable_selector'), node) }],
      datasetParam: [
        { name: 'datasetList', input: scope.literal([], listOf(plain('string'))) },
        setting('topK', numberField(many, 'top_k') ?? 5, 'integer'),
        setting(
          'minScore',
          boolField(many, 'score_threshold_enabled') ? (numberField(many, 'score_threshold') ?? 0) : 0,
          'float',
        ),
        setting('useRerank', boolField(many, 'reranking_enable'), 'boolean'),
        setting('useRewrite', false, 'boolean'),
        setting('strategy', 1, 'integer'),
      ],
    },
    outputs: [variable('outputList', shape)],
  }
}

const http: Make = (node, scope) => {
  scope.declare(node, 'body', plain('string'))
  scope.declare(node, 'status_code', plain('integer'), 'statusCode')
  scope.declare(node, 'headers', plain('string'))
  return {
    type: NodeType.Http,
    inputs: httpInputs(node, scope),
    outputs: [
      variable('body', plain('string')),
      variable('statusCode', plain('integer')),
      variable('headers', plain('string')),
    ],
  }
}

const assigner: Make = (node, scope) => {
  const items = listField(node.data, 'items').filter(isObject)
  const pairs = items.length
    ? items.map((item) => {
        const operation = textField(item, 'operation')
        if (operation && !['over-write', 'overwrite', 'set', 'clear'].includes(operation))
          scope.note(
            node,
            `It was "${operation}", and became a plain assignment`,
            `原操作为「${operation}」，已改为直接赋值`,
          )
        const isRef = textField(item, 'input_type') === 'variable'
        return {
          left: field(item, 'variable_selector'),
          right: isRef ? scope.ref(field(item, 'value'), node) : scope.literal(textField(item, 'value')),
        }
      })
    : [
        {
          left: field(node.data, 'assigned_variable_selector'),
          right: scope.ref(field(node.data, 'input_variable_selector'), node),
        },
      ]
  return {
    type: NodeType.AssignVariable,
    inputs: { inputParameters: pairs.map((pair) => ({ left: scope.ref(pair.left, node), input: pair.right })) },
    outputs: [variable('isSuccess', plain('boolean'))],
  }
}

/** Converts an unknown node to a tool node with the same outputs and a note that asks people to choose the tool. */
const missing: Make = (node, scope) => {
  const name = textField(node.data, 'tool_label') || textField(node.data, 'tool_name') || node.kind
  scope.note(
    node,
    `"${name}" is not in the file. Choose one of your tools here`,
    `文件中没有「${name}」的对应项，请在此选择你的工具`,
  )
  const outputs: [string, Shape][] = [
    ['text', plain('string')],
    ['json', listOf(plain('object'))],
    ['result', plain('string')],
    ['output', plain('string')],
  ]
  for (const [key, shape] of outputs) scope.declare(node, key, shape)
  return {
    type: NodeType.Api,
    inputs: { apiParam: [], inputParameters: toolInputs(node, scope) },
    outputs: outputs.map(([key, shape]) => variable(key, shape)),
  }
}
function toolInputs(node: DifyNode, scope: Scope): Values[] {
  const parameters = objectField(node.data, 'tool_parameters') ?? {}
  return Object.entries(parameters).map(([name, item]) => {
    const value = field(item, 'value')
    if (textField(item, 'type') === 'variable') return { name, input: scope.ref(value, node) }
    const { text, inputs } = scope.template(typeof value === 'string' ? value : JSON.stringify(value ?? ''), node)
    return {
      name,
      input:
        inputs.length === 1 && text === `{{${inputs[0]!.name as string}}}` ? inputs[0]!.input : scope.literal(text),
    }
  })
}

const selector: Make = (node, scope) => ({ type: NodeType.If, inputs: selectorInputs(node, scope) })

const makers: Record<string, Make> = {
  llm,
  code,
  'template-transform': template,
  'question-classifier': classifier,
  'parameter-extractor': extractor,
  'variable-aggregator': aggregator,
  'variable-assigner': aggregator,
  'knowledge-retrieval': knowledge,
  'http-request': http,
  'if-else': selector,
  assigner,
}
export const makeNode: Make = (node, scope) => (makers[node.kind] ?? missing)(node, scope)
