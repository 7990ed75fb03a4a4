import {
  codeNode,
  intentNode,
  knowledgeNode,
  llmNode,
  literal,
  type NodeWish,
  outputNode,
  param,
  type Branch,
  selectorNode,
  textNode,
  aggregateNode,
  type Field,
} from '../canvas-build.ts'
import { type Json, list, object, text } from '../read-value.ts'
import type { References } from './dify-references.ts'

export interface NodeContext {
  refs(): References
  model: string
  leftOut(what: string, where: string): void
}
type Convert = (id: string, title: string, data: Json, context: NodeContext) => NodeWish
const path = (value: unknown) => list(value).map((one) => text(one, 200))
const operators: Record<string, number> = {
  is: 1,
  '=': 1,
  '==': 1,
  'is not': 2,
  '≠': 2,
  '!=': 2,
  contains: 7,
  'not contains': 8,
  empty: 9,
  'not empty': 10,
  '>': 13,
  '≥': 14,
  '>=': 14,
  '<': 15,
  '≤': 16,
  '<=': 16,
}
const types: Record<string, Field['type']> = {
  string: 'string',
  number: 'float',
  object: 'object',
  boolean: 'boolean',
}
const typeOf = (name: string): Pick<Field, 'type' | 'schema'> =>
  name.startsWith('array')
    ? { type: 'list', schema: { type: types[/\[(\w+)\]/.exec(name)?.[1] ?? ''] ?? 'string' } }
    : { type: types[name] ?? 'string' }
const selected = (refs: References, variables: unknown): Json[] =>
  list(variables).flatMap((one) => {
    const { variable, value_selector } = object(one)
    const input = refs.selector(path(value_selector))
    return input && text(variable, 100) ? [param(text(variable, 100), input)] : []
  })

const llm: Convert = (id, title, data, { refs, model }) => {
  const own = refs()
  const given = Array.isArray(data.prompt_template)
    ? data.prompt_template.map(object)
    : [{ role: 'user', text: object(data.prompt_template).text }]
  const parts = (role: string) =>
    given
      .filter((one) => (one.role === 'system') === (role === 'system'))
      .map((one) => own.text(text(one.text)))
      .join('\n\n')
  const context = object(data.context)
  const known = context.enabled === true ? own.text(`{{#${path(context.variable_selector).join('.')}#}}`) : ''
  const system = parts('system').replaceAll('{{#context#}}', known)
  const asked = parts('user') || (data.memory ? own.text('{{#sys.query#}}') : '')
  const { temperature } = object(object(data.model).completion_params)
  return llmNode(id, title, own.inputs(), {
    model,
    system,
    prompt: asked || system,
    ...(typeof temperature === 'number' && { temperature }),
    history: object(object(data.memory).window).enabled === true,
  })
}
const ifElse: Convert = (id, title, data, { refs, leftOut }) => {
  const own = refs()
  const cases = list(data.cases).length
    ? list(data.cases).map(object)
    : [{ logical_operator: data.logical_operator, conditions: data.conditions }]
  const branches = cases.map((one): Branch => ({
    logic: one.logical_operator === 'or' ? 'or' : 'and',
    conditions: list(one.conditions).flatMap((given) => {
      const condition = object(given)
      const sign = text(condition.comparison_operator, 30)
      const left = own.selector(path(condition.variable_selector))
      const operator = operators[sign]
      if (!left || operator === undefined) {
        leftOut(`condition “${sign}”`, title)
        return []
      }
      const hasRight = operator !== 9 && operator !== 10
      return [{ operator, left, ...(hasRight && { right: literal(text(condition.value, 5000)) }) }]
    }),
  }))
  return selectorNode(id, title, branches)
}
const http: Convert = (id, title, data, { refs, leftOut }) => {
  const own = refs()
  const lines = (value: unknown) =>
    text(value, 20_000)
      .split('\n')
      .flatMap((line) => {
        const [, name, content] = /^([^:]+):(.*)$/.exec(line.trim()) ?? []
        return name ? [param(name.trim(), literal(own.direct((content ?? '').trim())))] : []
      })
  const body = object(data.body)
  const kind = text(body.type, 40)
  const content = Array.isArray(body.data)
    ? body.data.map((one) => text(object(one).value)).join('\n')
    : text(body.data)
  if (object(data.authorization).type === 'api-key') leftOut('the key of the request', title)
  const bodies: Record<string, Json> = {
    json: { bodyType: 'JSON', bodyData: { json: own.direct(content) } },
    'raw-text': { bodyType: 'RAW_TEXT', bodyData: { rawText: own.direct(content) } },
  }
  const [headers, params] = [lines(data.headers), lines(data.params)]
  const url = own.direct(text(data.url, 5000))
  return {
    id,
    type: '45',
    title,
    data: {
      inputs: {
        apiInfo: { method: text(data.method, 10).toUpperCase() || 'GET', url },
        headers,
        params,
        auth: { authOpen: false },
        body: bodies[kind] ?? { bodyType: 'EMPTY', bodyData: {} },
        setting: { timeout: 120, retryTimes: 0 },
        inputParameters: own.inputs(),
      },
      outputs: [
        { name: 'body', type: 'string' },
        { name: 'statusCode', type: 'integer' },
        { name: 'headers', type: 'string' },
      ],
    },
  }
}

/** Every kind of node that has one of ours for it. */
export const converters: Record<string, Convert> = {
  llm,
  'if-else': ifElse,
  'http-request': http,
  code: (id, title, data, { refs }) => {
    const outputs = Object.entries(object(data.outputs)).map(([name, one]) => ({
      name,
      ...typeOf(text(object(one).type, 40)),
    }))
    const inputs = selected(refs(), data.variables)
    const isPython = data.code_language !== 'javascript'
    const names = inputs.map((one) => text(one.name, 100))
    // Theirs takes the inputs one by one, ours all in one.
    const call = isPython
      ? `\n\n_given_main = main\nasync def main(args):\n    return _given_main(${names.map((name) => `${name}=args.params.get('${name}')`).join(', ')})\n`
      : `\nconst givenMain = main\nmain = ({ params }) => givenMain(params)\n`
    return codeNode(id, title, inputs, text(data.code, 200_000) + call, outputs, isPython ? 3 : 5)
  },
  'template-transform': (id, title, data, { refs, leftOut }) => {
    const template = text(data.template)
    if (/\{%/.test(template)) leftOut('loops and conditions of a Jinja template', title)
    return textNode(id, title, selected(refs(), data.variables), template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, '{{$1}}'))
  },
  'knowledge-retrieval': (id, title, data, { refs }) =>
    knowledgeNode(
      id,
      title,
      list(data.dataset_ids).map((one) => text(one, 60)),
      refs().selector(path(data.query_variable_selector)) ?? literal(''),
    ),
  'question-classifier': (id, title, data, { refs, model }) =>
    intentNode(
      id,
      title,
      model,
      refs().selector(path(data.query_variable_selector)) ?? literal(''),
      list(data.classes).map((one) => text(object(one).name, 1000)),
    ),
  'variable-aggregator': (id, title, data, { refs }) => {
    const own = refs()
    const variables = list(data.variables).flatMap((one): Json[] => {
      const input = own.selector(path(one))
      return input ? [input] : []
    })
    return aggregateNode(id, title, [{ name: 'output', variables }])
  },
  answer: (id, title, data, { refs }) => {
    const own = refs()
    const content = own.text(text(data.answer))
    return outputNode(id, title, own.inputs(), content)
  },
}
converters['variable-assigner'] = converters['variable-aggregator']!

/** What an output of theirs is called by ours. */
export function outputName(type: string, variable: string): string {
  if (type === 'llm' && variable === 'text') return 'output'
  if (type === 'http-request' && variable === 'status_code') return 'statusCode'
  if (type === 'knowledge-retrieval' && variable === 'result') return 'outputList'
  if (type === 'question-classifier' && variable === 'class_name') return 'reason'
  return variable
}
/** The port of ours for a way out of theirs. */
export function portOf(type: string, handle: string, data: Json): string {
  if (type === 'if-else') {
    if (handle === 'false') return 'false'
    const cases = list(data.cases).map((one) => text(object(one).case_id, 100))
    const at = Math.max(0, cases.indexOf(handle))
    return at ? `true_${at}` : 'true'
  }
  if (type === 'question-classifier') {
    const at = list(data.classes).findIndex((one) => text(object(one).id, 100) === handle)
    return at < 0 ? 'default' : `branch_${at}`
  }
  return ''
}
export const startFields = (data: Json): Field[] =>
  list(data.variables).flatMap((one) => {
    const { variable, label, type, required, default: fallback, max_length: _ } = object(one)
    const name = text(variable, 100)
    const kind = text(type, 30)
    return name
      ? [
          {
            name,
            type:
              kind === 'number' ? ('float' as const) : kind === 'file-list' ? ('list' as const) : ('string' as const),
            ...(kind === 'file-list' && { schema: { type: 'string' } }),
            required: required === true,
            description: text(label, 500),
            ...(text(fallback, 5000) && { defaultValue: text(fallback, 5000) }),
          },
        ]
      : []
  })
