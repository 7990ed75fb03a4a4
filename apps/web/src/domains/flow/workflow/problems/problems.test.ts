import type { ListedModel } from '@orrery/contract'
import { describe as describeNode, literal, reference, variable } from '@orrery/engine/describe'
import { compile } from '@orrery/engine'
import { blockerOf, validate } from '@orrery/engine/validate'
import { describe, expect, test } from 'vitest'
import type { Canvas, CanvasEdge, CanvasNode } from '../document/canvas.ts'
import { readModel, withModel } from '../nodes/model-setting.ts'
import { createProblemStore } from './problem-store.ts'
import { findProblems } from './find-problems.ts'
import { keyOf } from './outside-key.ts'

const t = (key: string, values?: Record<string, string | number>) =>
  `${key}${values ? ` ${JSON.stringify(values)}` : ''}`
const node = (id: string, type: string, data: object, rest: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  data: { nodeMeta: { title: `T${id}` }, ...data },
  ...rest,
})
const edge = (sourceNodeID: string, targetNodeID: string, sourcePortID?: string): CanvasEdge => ({
  sourceNodeID,
  targetNodeID,
  ...(sourcePortID ? { sourcePortID } : {}),
})
const start = node('100001', '1', { outputs: [variable('a')] })
const end = (input = reference('string', '100001', 'a')) =>
  node('900001', '2', { inputs: { terminatePlan: 'returnVariables', inputParameters: [{ name: 'r', input }] } })
const text = (id: string, template = '{{x}}', input = reference('string', '100001', 'a')) =>
  node(id, '15', {
    ...describeNode('15')!.data(),
    inputs: {
      method: 'concat',
      inputParameters: [{ name: 'x', input }],
      concatParams: [{ name: 'concatResult', input: literal('string', template) }],
    },
  })
const check = (canvas: Canvas) => findProblems(canvas, validate(canvas), t as never)
const good: Canvas = { nodes: [start, text('10'), end()], edges: [edge('100001', '10'), edge('10', '900001')] }
/** Applies all available fixes repeatedly. */
function applyFixes(canvas: Canvas): Canvas {
  let now = canvas
  for (let i = 0; i < 10; i += 1) {
    const fix = check(now).find((item) => item.fix)?.fix
    if (!fix) return now
    now = fix.apply(now)
  }
  return now
}
const kinds = (canvas: Canvas) =>
  check(canvas).map((item) => `${item.level} ${item.nodeId} ${item.message.split(' ')[0]}`)

test('a complete canvas has no problems', () => expect(check(good)).toEqual([]))

describe('every problem is reported once, on its node, and disappears with its fix', () => {
  const cases: [name: string, canvas: Canvas, problems: string[]][] = [
    [
      'a reference to a node that is gone',
      { ...good, nodes: [start, text('10', '{{x}}', reference('string', '77', 'a')), end()] },
      ['error 10 problem.broken'],
    ],
    [
      'a reference to an output that is gone',
      { ...good, nodes: [start, text('10'), end(reference('string', '10', 'other'))] },
      ['error 900001 problem.broken'],
    ],
    [
      'a reference to what comes later',
      {
        ...good,
        nodes: [start, text('10', '{{x}}', reference('string', '11', 'output')), text('11'), end()],
        edges: [...good.edges!.slice(0, 1), edge('10', '11'), edge('11', '900001')],
      },
      ['error 10 problem.behind'],
    ],
    [
      'a reference to what runs beside it',
      {
        nodes: [start, text('10', '{{x}}', reference('string', '11', 'output')), text('11'), end()],
        edges: [edge('100001', '10'), edge('100001', '11'), edge('10', '900001'), edge('11', '900001')],
      },
      ['warning 10 problem.behind'],
    ],
    [
      'a name in a text that is no input',
      { ...good, nodes: [start, text('10', '{{x}} {{y}}'), end()] },
      ['warning 10 problem.unknownInput'],
    ],
    [
      'two nodes of one name',
      {
        ...good,
        nodes: [start, text('10'), { ...text('11'), data: { ...text('11').data, nodeMeta: { title: 'T10' } } }, end()],
        edges: [edge('100001', '10'), edge('10', '11'), edge('11', '900001')],
      },
      ['warning 11 problem.title'],
    ],
    [
      'a node that leads nowhere',
      { ...good, nodes: [start, text('10'), text('11'), end()], edges: [...good.edges!, edge('100001', '11')] },
      ['error 11 problem.deadEnd'],
    ],
    [
      'a node that cannot be reached',
      { ...good, nodes: [start, text('10'), text('11'), end()], edges: [...good.edges!, edge('11', '900001')] },
      ['error 11 problem.unreachable'],
    ],
    [
      'a ring',
      {
        ...good,
        nodes: [start, text('10'), text('11', '{{x}}'), end()],
        edges: [edge('100001', '10'), edge('10', '11'), edge('11', '10'), edge('11', '900001')],
      },
      ['error 11 problem.ring', 'error 10 problem.ring'],
    ],
    ['a line to nowhere', { ...good, edges: [...good.edges!, edge('10', '55')] }, ['error 10 problem.lineGone']],
  ]
  test.each(cases)('%s', (_, canvas, problems) => {
    expect(
      kinds(canvas)
        .filter((kind) => !kind.includes('gap.'))
        .sort(),
    ).toEqual([...problems].sort())
    expect(check(applyFixes(canvas)).filter((item) => !item.field && item.level === 'error')).toEqual([])
  })

  test('an unconnected branch is reported with the names of its ports', () => {
    const selector = node('10', '8', {
      inputs: {
        branches: [
          {
            condition: { logic: 2, conditions: [{ operator: 9, left: { input: reference('string', '100001', 'a') } }] },
          },
        ],
      },
    })
    const canvas: Canvas = {
      nodes: [start, selector, end()],
      edges: [edge('100001', '10'), edge('10', '900001', 'true')],
    }
    expect(check(canvas).map((item) => item.message)).toEqual([expect.stringContaining('port.else')])
    expect(check(applyFixes(canvas))).toEqual([])
  })

  test('a workflow without an end, or without any edges', () => {
    expect(kinds({ nodes: [start], edges: [] })).toContain('error 100001 problem.startOpen')
    const mended = applyFixes({ nodes: [start, end()], edges: [] })
    expect(check(mended)).toEqual([])
  })

  test('inner nodes that are not connected to their loop', () => {
    const inner = text('21')
    const loop = node(
      '20',
      '21',
      {
        ...describeNode('21')!.data(),
        inputs: { loopType: 'count', loopCount: literal('integer', 2), inputParameters: [], variableParameters: [] },
      },
      { blocks: [inner], edges: [] },
    )
    const canvas: Canvas = {
      nodes: [start, loop, end()],
      edges: [edge('100001', '20'), edge('20', '900001', 'loop-output')],
    }
    expect(kinds(canvas)).toEqual(expect.arrayContaining(['error 20 problem.bodyStart', 'error 20 problem.bodyEnd']))
    expect(check(applyFixes(canvas))).toEqual([])
  })
})

describe('a problem that prevents a run is an error with a readable message and a fix', () => {
  const endless = (blocks: CanvasNode[]) =>
    node(
      '20',
      '21',
      { inputs: { loopType: 'infinite', inputParameters: [], variableParameters: [] }, outputs: [] },
      {
        blocks,
        edges: [
          edge('20', '21', 'loop-function-inline-output'),
          { ...edge('21', '20'), targetPortID: 'loop-function-inline-input' },
        ],
      },
    )
  const around = (...nodes: CanvasNode[]): Canvas => ({
    nodes: [start, ...nodes, end()],
    edges: ['100001', ...nodes.map((item) => item.id)].map((id, i) => edge(id, nodes[i]?.id ?? '900001')),
  })
  const assigned = node('10', '40', {
    inputs: {
      inputParameters: [
        {
          name: 'x',
          left: { type: 'integer', value: { type: 'ref', content: { source: 'global_variable_app', path: ['x'] } } },
          input: literal('string', 'text'),
        },
      ],
    },
  })
  const blocked: [name: string, canvas: Canvas, message: string, mended: boolean][] = [
    ['an endless loop without a Break', around(endless([text('21')])), 'problem.needsBreak', true],
    [
      'a value of another type',
      around(text('10', '{{x}}', literal('integer', 'abc') as never)),
      'problem.fixedValue',
      true,
    ],
    ['a Break outside of a loop', around(node('10', '19', {})), 'problem.onlyInLoop', true],
    ['a node of a kind that is not known', around(node('10', '777', {})), 'problem.unknownType', true],
    ['a second end', { ...good, nodes: [...good.nodes, { ...end(), id: '900002' }] }, 'problem.secondOne', true],
    ['a variable that is given another type', around(assigned), 'problem.assigned', false],
  ]
  test.each(blocked)('%s', (_, canvas, message, isMended) => {
    const errors = check(canvas).filter((item) => item.level === 'error')
    expect(errors.map((item) => item.message.split(' ')[0])).toContain(message)
    if (isMended) expect(() => compile(applyFixes(canvas))).not.toThrow()
    else expect(errors.find((item) => item.message.startsWith(message))?.field).toBe('assign')
  })
  test('a warning does not hide an error at the same node', () => {
    const canvas = around(text('10', '{{x}} {{y}}', literal('integer', 'abc') as never))
    expect(kinds(canvas)).toEqual(
      expect.arrayContaining(['warning 10 problem.unknownInput', 'error 10 problem.fixedValue']),
    )
  })
  test('a called draft that cannot run is reported at the node that calls it', () => {
    const calling = around(node('10', '9', { inputs: { workflowId: '77', type: 0, inputParameters: [] } }))
    const called = [{ workflowId: '77', name: 'Inner', count: 2 }]
    const found = findProblems(calling, validate(calling), t as never, called)
    expect(found.find((item) => item.workflowId === '77')).toMatchObject({ nodeId: '10', level: 'error' })
    expect(keyOf(calling)).not.toBe('')
    expect(keyOf(good)).toBe('')
  })
})

test('the problem of a missing value names its field', () => {
  const llm = node('10', '3', describeNode('3')!.data())
  const found = check({ nodes: [start, llm, end()], edges: [edge('100001', '10'), edge('10', '900001')] })
  expect(found.filter((item) => item.level === 'error').map((item) => item.field)).toEqual(['model', 'user'])
})

test('a list of problems stays the same object while nothing changes', () => {
  const store = createProblemStore()
  const problem = { id: 'a', level: 'error' as const, nodeId: '1', message: 'x' }
  store.set([problem, { ...problem, id: 'b', nodeId: '2' }])
  const before = store.of('1')
  store.set([{ ...problem }, { ...problem, id: 'c', nodeId: '2' }])
  expect(store.of('1')).toBe(before)
  expect(store.of('2').map((item) => item.id)).toEqual(['c'])
})

describe('parts that nobody has edited raise no alarm before the first run', () => {
  const fresh = (id: string, type: string): CanvasNode =>
    node(id, type, describeNode(type)!.data(), type === '21' ? { blocks: [], edges: [] } : {})
  const firstEnd = { ...fresh('900001', '2') }
  const first: Canvas = { nodes: [start, firstEnd], edges: [edge('100001', '900001')] }
  const alarming = (canvas: Canvas) => check(canvas).filter((problem) => !problem.isTodo)

  test('a new canvas, and a newly added node of any type', () => {
    expect(check(first)).toMatchObject([{ nodeId: '900001', field: 'inputs', level: 'error', isTodo: true }])
    expect(alarming(first)).toEqual([])
    for (const type of ['3', '5', '8', '21', '45', '6', '32', '22']) {
      const added: Canvas = { ...first, nodes: [start, fresh('10', type), firstEnd] }
      expect(alarming(added), type).toEqual([])
      expect(check(added).length, type).toBeGreaterThan(check(first).length)
    }
  })
  test('the default model of the space does not count as an edit', () => {
    const model = { model_type: 7, name: 'Default', model_params: [] } as unknown as ListedModel
    const asked = fresh('10', '3')
    const filled = { ...asked, data: withModel('3', asked.data, model) }
    expect(readModel(filled.data, 'params', 'inputs.llmParam')).toMatchObject({ modelId: '7', modelName: 'Default' })
    expect(withModel('3', filled.data, { ...model, model_type: 8 }), 'a chosen model stays').toBe(filled.data)
    const canvas: Canvas = { ...first, nodes: [start, filled, firstEnd] }
    expect(alarming(canvas)).toEqual([])
    expect(check(canvas).map((problem) => problem.field)).not.toContain('model')
  })
  test('an edited node with an error is a problem immediately', () => {
    const touched = node('10', '3', describeNode('3')!.data())
    const inputs = { ...touched.data.inputs, inputParameters: [{ name: 'x y', input: literal('string', '1') }] }
    const canvas: Canvas = {
      nodes: [start, { ...touched, data: { ...touched.data, inputs } }, firstEnd],
      edges: [edge('100001', '10'), edge('10', '900001')],
    }
    expect(alarming(canvas).map((problem) => [problem.nodeId, problem.field])).toEqual([['10', 'inputs']])
  })
  test('errors that prevent a run from starting are distinguished from errors that may occur during it', () => {
    expect(blockerOf(first)).toMatchObject({ nodeId: '900001' })
    expect(blockerOf(good)).toBeUndefined()
    // A node that is not connected does not run.
    expect(blockerOf({ ...good, nodes: [...good.nodes, fresh('11', '3')] })).toBeUndefined()
  })
  test('an attempt to run turns all todos into problems', () => {
    const store = createProblemStore()
    store.set(check(first))
    expect(store.of('900001')).toEqual([])
    store.setTried()
    expect(store.of('900001').length).toBeGreaterThan(0)
    expect(store.all().every((problem) => !problem.isTodo)).toBe(true)
    store.set(check(first))
    expect(store.of('900001').length, 'also after the next check').toBeGreaterThan(0)
  })
})
