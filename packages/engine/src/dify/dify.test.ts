import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { validate } from '#canvas/validate.ts'
import { observe } from '#testing/harness.ts'
import type { WorldOptions } from '#testing/ports.ts'
import { lastUser } from '#testing/ports.ts'
import { fromDify } from './dify.ts'

const app = (mode: string, rest: string) =>
  parse(
    `app:\n  name: Example\n  description: What it does\n  mode: ${mode}\nkind: app\nversion: 0.3.0\n${rest}`,
  ) as unknown
const edge = (from: string, to: string, handle = 'source') =>
  `{id: ${from}-${handle}-${to}, source: '${from}', sourceHandle: '${handle}', target: '${to}', targetHandle: target}`
const flow = (mode: string, nodes: string, edges: string[], more = '') =>
  app(mode, `workflow:\n  graph:\n    edges: [${edges.join(', ')}]\n    nodes:\n${nodes}\n${more}`)
const node = (id: string, data: string, more = '') =>
  `    - {id: '${id}', position: {x: 80, y: 282}, type: custom, ${more}data: {title: ${id}, ${data}}}`
const run = async (file: unknown, input: Record<string, unknown>, world: WorldOptions = {}) => {
  const { canvas } = fromDify(file)
  const observed = await observe({ name: '', canvas, input, world, expect: {} })
  if (observed.thrown) throw observed.thrown
  return observed
}
const outputOf = async (file: unknown, input: Record<string, unknown>, world?: WorldOptions) => {
  const { result } = await run(file, input, world)
  return result?.status === 'success' ? result.output : result
}

const start = node(
  'start',
  `type: start, variables: [{variable: text, label: Text, type: paragraph, required: true}, {variable: n, type: number, label: N}]`,
)
const end = (selector: string, id = 'end') =>
  node(id, `type: end, outputs: [{variable: result, value_selector: [${selector}]}]`)

describe('workflows', () => {
  test('a model gets both prompts with their values, and its text is the result', async () => {
    const file = flow(
      'workflow',
      [
        start,
        node(
          'm',
          `type: llm, model: {provider: openai, name: gpt-4o, mode: chat, completion_params: {temperature: 0.3, max_tokens: 400}}, prompt_template: [{role: system, text: 'Answer in {{#start.n#}} words'}, {role: user, text: 'Say: {{#start.text#}} / {{#start.text#}}'}]`,
        ),
        end('m, text'),
      ].join('\n'),
      [edge('start', 'm'), edge('m', 'end')],
    )
    const { result, world } = await run(file, { text: 'hi', n: 3 }, { model: (request) => `<${lastUser(request)}>` })
    expect(result).toMatchObject({ status: 'success', output: { result: '<Say: hi / hi>' } })
    const asked = world.asked.find((item) => item.port === 'model')!.request as {
      messages: { role: string; content: string }[]
      params: object
    }
    expect(asked.messages[0]).toMatchObject({ role: 'system', content: 'Answer in 3 words' })
    expect(asked.params).toMatchObject({ temperature: 0.3, maxTokens: 400 })
    expect(fromDify(file).notes).toEqual([
      {
        nodeId: '100002',
        title: 'm',
        en: "The original model was gpt-4o. Choose another one if the default doesn't fit",
        zh: '原模型为 gpt-4o，如默认模型不合适请另选',
      },
    ])
  })

  test('a system prompt without a user prompt becomes the question, and in a chat the question of the user follows it', async () => {
    const model = (more: string) =>
      `type: llm, model: {provider: openai, name: '', mode: chat}, prompt_template: [{role: system, text: 'Sum up {{#start.text#}}'}]${more}`
    const alone = flow('workflow', [start, node('m', model('')), end('m, text')].join('\n'), [
      edge('start', 'm'),
      edge('m', 'end'),
    ])
    const { result } = await run(alone, { text: 'hi', n: 3 }, { model: (request) => `<${lastUser(request)}>` })
    expect(result).toMatchObject({ status: 'success', output: { result: '<Sum up hi>' } })
    const chat = flow(
      'advanced-chat',
      [start, node('m', model(', memory: {window: {enabled: true, size: 5}}'))].join('\n'),
      [edge('start', 'm')],
    )
    const made = JSON.stringify(fromDify(chat))
    expect(made).toMatch(/"name":"systemPrompt"[^}]*Sum up/)
    expect(made).toMatch(/"name":"prompt"[^}]*\{\{query\}\}/)
  })

  test('several ends become one that returns the values of the branch that ran', async () => {
    const file = flow(
      'workflow',
      [
        start,
        node(
          'if',
          `type: if-else, cases: [{case_id: 'a', logical_operator: and, conditions: [{comparison_operator: contains, value: yes, varType: string, variable_selector: [start, text]}]}, {case_id: 'b', logical_operator: or, conditions: [{comparison_operator: '>', value: '10', varType: number, variable_selector: [start, n]}, {comparison_operator: is, value: big, variable_selector: [start, text]}]}]`,
        ),
        node(
          't1',
          `type: template-transform, template: 'A {{ x }}', variables: [{variable: x, value_selector: [start, text]}]`,
        ),
        node(
          't2',
          `type: template-transform, template: 'B {{ x }}', variables: [{variable: x, value_selector: [start, n]}]`,
        ),
        end('t1, output', 'e1'),
        end('t2, output', 'e2'),
        end('start, text', 'e3'),
      ].join('\n'),
      [
        edge('start', 'if'),
        edge('if', 't1', 'a'),
        edge('if', 't2', 'b'),
        edge('if', 'e3', 'false'),
        edge('t1', 'e1'),
        edge('t2', 'e2'),
      ],
    )
    expect(await outputOf(file, { text: 'yes sir', n: 1 })).toEqual({ result: 'A yes sir' })
    expect(await outputOf(file, { text: 'no', n: 11 })).toEqual({ result: 'B 11' })
    expect(await outputOf(file, { text: 'big', n: 1 })).toEqual({ result: 'B 1' })
  })

  test('code keeps its signature in both languages', () => {
    const file = flow(
      'workflow',
      [
        start,
        node(
          'py',
          `type: code, code_language: python3, code: "def main(a: str, b: int) -> dict:\\n    return {'r': a * b}", variables: [{variable: a, value_selector: [start, text]}, {variable: b, value_selector: [start, n]}], outputs: {r: {type: string, children: null}}`,
        ),
        node(
          'js',
          `type: code, code_language: javascript, code: "function main({a}) { return {l: [a]} }", variables: [{variable: a, value_selector: [py, r]}], outputs: {l: {type: 'array[string]'}}`,
        ),
        end('js, l'),
      ].join('\n'),
      [edge('start', 'py'), edge('py', 'js'), edge('js', 'end')],
    )
    const nodes = (
      fromDify(file).canvas!.nodes as { data: { inputs?: { code?: string; language?: number }; outputs?: object[] } }[]
    ).map((node) => node.data)
    expect(nodes[1]!.inputs).toMatchObject({
      language: 3,
      code: "def dify_main(a: str, b: int) -> dict:\n    return {'r': a * b}\n\n\nasync def main(args):\n    return dify_main(**args.params)\n",
    })
    expect(nodes[2]!.inputs).toMatchObject({
      language: 5,
      code: 'function difyMain({a}) { return {l: [a]} }\n\nasync function main({ params }) {\n  return difyMain(params)\n}\n',
    })
    expect(nodes[2]!.outputs).toEqual([{ name: 'l', type: 'list', schema: { type: 'string' } }])
  })

  test.each([
    ['one after the other', 'is_parallel: false'],
    ['together', 'is_parallel: true, parallel_nums: 2'],
  ])('an iteration runs its inner nodes for every element, %s', async (_, how) => {
    const inside = 'parentId: it, '
    const file = flow(
      'workflow',
      [
        node('start', `type: start, variables: [{variable: l, type: file-list, label: L}]`),
        node(
          'split',
          `type: code, code_language: javascript, code: c, variables: [], outputs: {items: {type: 'array[string]'}}`,
        ),
        node(
          'it',
          `type: iteration, ${how}, iterator_selector: [split, items], output_selector: [inner, output], output_type: 'array[string]', start_node_id: its`,
        ),
        node('its', `type: iteration-start, isInIteration: true`, inside),
        node(
          'inner',
          `type: template-transform, template: '<{{ x }}>', isInIteration: true, iteration_id: it, variables: [{variable: x, value_selector: [it, item]}]`,
          inside,
        ),
        end('it, output'),
      ].join('\n'),
      [edge('start', 'split'), edge('split', 'it'), edge('its', 'inner'), edge('it', 'end')],
    )
    const { canvas } = fromDify(file)
    const split = (canvas!.nodes as { data: { inputs?: { code?: string } } }[]).find((node) => node.data.inputs?.code)!
    const answers = { [split.data.inputs!.code!]: () => ({ items: ['a', 'b', 'c'] }) }
    expect(await outputOf(file, {}, { code: answers })).toEqual({ result: ['<a>', '<b>', '<c>'] })
  })

  test('a request keeps its URL, headers, body and key', async () => {
    const seen: unknown[] = []
    const file = flow(
      'workflow',
      [
        start,
        node(
          'h',
          `type: http-request, method: post, url: 'https://h/{{#start.text#}}', headers: "X-A:1\\nX-B:{{#start.text#}}", params: 'q:2', authorization: {type: api-key, config: {type: bearer, api_key: '{{#env.KEY#}}'}}, body: {type: json, data: [{type: text, value: '{"v": "{{#start.text#}}"}'}]}, timeout: {max_read_timeout: 30}`,
        ),
        end('h, status_code'),
      ].join('\n'),
      [edge('start', 'h'), edge('h', 'end')],
      `  environment_variables: [{name: KEY, value: k1, value_type: string}]`,
    )
    const world: WorldOptions = {
      ports: {
        http: {
          send: (request) => {
            seen.push(request)
            return { status: 201, headers: [], body: '' }
          },
        },
      },
    }
    expect(await outputOf(file, { text: 'x' }, world)).toEqual({ result: 201 })
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: 'https://h/x?q=2',
      headers: [
        ['X-A', '1'],
        ['X-B', 'x'],
        ['Authorization', 'Bearer k1'],
      ],
      body: { kind: 'text', text: '{"v": "x"}' },
    })
  })

  test('a loop ends on its condition', async () => {
    const inside = 'parentId: lp, '
    const file = flow(
      'workflow',
      [
        start,
        node(
          'lp',
          `type: loop, loop_count: 5, logical_operator: and, break_conditions: [{comparison_operator: contains, value: x, variable_selector: [inner, output], varType: string}], loop_variables: [{label: v, var_type: string, value_type: variable, value: [start, text]}]`,
        ),
        node('lps', `type: loop-start, isInLoop: true`, inside),
        node(
          'inner',
          `type: template-transform, template: '{{ x }}', variables: [{variable: x, value_selector: [lp, v]}]`,
          inside,
        ),
        end('lp, v'),
      ].join('\n'),
      [edge('start', 'lp'), edge('lps', 'inner'), edge('lp', 'end')],
    )
    const { events, result } = await run(file, { text: 'x' })
    expect(result).toMatchObject({ status: 'success', output: { result: 'x' } })
    const body = events.filter((event) => event.type === 'node.finished' && event.path.includes('#'))
    // One round runs the inner node, the selector and the break.
    expect(body.map((item) => 'path' in item && item.path.split('/')[0])).toEqual(['100002#0', '100002#0', '100002#0'])
  })
})

describe('chatflows', () => {
  const file = flow(
    'advanced-chat',
    [
      node('start', 'type: start, variables: []'),
      node(
        'c',
        `type: question-classifier, query_variable_selector: [sys, query], classes: [{id: '1', name: Buying}, {id: '2', name: Other}], instruction: 'Be quick', model: {name: m}`,
      ),
      node('a1', `type: answer, answer: 'You buy: {{#sys.query#}}', variables: []`),
      node('a2', `type: answer, answer: Sorry, variables: []`),
    ].join('\n'),
    [edge('start', 'c'), edge('c', 'a1', '1'), edge('c', 'a2', '2')],
  )
  test('the question is the input, and answers are sent where they occur in the flow', async () => {
    const { events, result } = await run(
      file,
      { USER_INPUT: 'a car' },
      { model: () => '{"classificationId":1,"reason":"r"}' },
    )
    expect(result?.status).toBe('success')
    expect(fromDify(file).kind).toBe('chatflow')
    const said = events.flatMap((event) => (event.type === 'message' ? [event.text] : [])).join('')
    expect(said).toBe('You buy: a car')
  })
})

describe('bots', () => {
  test('persona, opening, questions, variables and numbers are imported; tools are listed in the notes', () => {
    const file = app(
      'agent-chat',
      `model_config:
  pre_prompt: 'You help {{name}}'
  opening_statement: Hello
  suggested_questions: [What can you do?]
  suggested_questions_after_answer: {enabled: true}
  user_input_form: [{text-input: {label: Your name, variable: name, default: you, required: true}}]
  model: {provider: openai, name: gpt-4o, completion_params: {temperature: 0.5, top_p: 0.9, max_tokens: 512}}
  agent_mode: {enabled: true, tools: [{tool_name: weather, tool_label: Weather, enabled: true}, {tool_name: off, enabled: false}]}
`,
    )
    const { kind, name, bot, notes } = fromDify(file)
    expect([kind, name]).toEqual(['bot', 'Example'])
    expect(bot).toEqual({
      persona: 'You help {{name}}',
      opening: 'Hello',
      questions: ['What can you do?'],
      suggestsReplies: true,
      variables: [{ name: 'name', description: 'Your name', defaultValue: 'you' }],
      temperature: 0.5,
      topP: 0.9,
      maxTokens: 512,
    })
    expect(notes.map((note) => note.en)).toEqual([
      "The original model was gpt-4o. Choose another one if the default doesn't fit",
      'The tool "Weather" is not in the file. Add your own',
    ])
  })
})

describe('parts without a counterpart', () => {
  test('a tool becomes a node with the same outputs and a note on what to do', () => {
    const file = flow(
      'workflow',
      [
        start,
        node(
          'w',
          `type: tool, tool_name: weather, tool_label: Weather, tool_parameters: {city: {type: mixed, value: '{{#start.text#}}'}}`,
        ),
        end('w, text'),
      ].join('\n'),
      [edge('start', 'w'), edge('w', 'end')],
    )
    const { canvas, notes } = fromDify(file)
    expect(notes).toMatchObject([{ title: 'w', en: '"Weather" is not in the file. Choose one of your tools here' }])
    const issues = validate(canvas)
    expect(issues.map((issue) => issue.nodeId)).toEqual([notes[0]!.nodeId])
  })
  test.each([
    ['something else', { nodes: [] }, /no app of Dify/],
    ['an unknown mode', app('magic', 'x: 1'), /mode "magic" is not known/],
    ['a workflow without one', app('workflow', 'x: 1'), /no `workflow:`/],
    ['a bot without settings', app('chat', 'x: 1'), /no `model_config:`/],
  ])('%s is refused with a clear message', (_, file, message) => {
    expect(() => fromDify(file)).toThrow(message)
  })
  test('nodes without any settings are converted without an error', () => {
    for (const data of [
      'type: llm',
      'type: code',
      'type: if-else',
      'type: iteration',
      'type: http-request',
      'type: assigner',
      'type: wonder',
      'type: parameter-extractor',
      'type: variable-aggregator',
      'type: loop',
    ])
      expect(
        fromDify(
          flow('workflow', [start, node('x', data), end('x, y')].join('\n'), [edge('start', 'x'), edge('x', 'end')]),
        ).kind,
      ).toBe('workflow')
  })
})
