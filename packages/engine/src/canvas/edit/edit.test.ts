import { describe, expect, test } from 'vitest'
import { observe } from '#testing/harness.ts'
import {
  canvas,
  code,
  end,
  int,
  listOf,
  loop,
  node,
  params,
  ref,
  refList,
  refObject,
  selector,
  start,
  str,
  subWorkflow,
  text,
  vars,
} from '#testing/canvas.ts'
import type { Values } from '#values/own.ts'
import { validate } from '../validate.ts'
import { encapsulate } from './encapsulate.ts'
import { expandSubWorkflow } from './expand.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Values
async function outputOf(source: unknown, input: Values, workflows: Record<string, unknown> = {}) {
  const { result, thrown } = await observe({
    name: '',
    canvas: source,
    input,
    world: { ...world, workflows },
    expect: {},
  })
  return result?.status === 'success' ? result.output : (thrown ?? result)
}
const world = {
  code: {
    double: (given: Values) => ({ n: Number(given.n) * 2, deep: { list: [{ x: `x${String(given.n)}` }] } }),
  },
}
const ok = (found: ReturnType<typeof encapsulate>) => {
  if (!found.ok) throw new Error(JSON.stringify(found.problems))
  return found
}
const deep = [
  ...vars('n:integer'),
  {
    name: 'deep',
    type: 'object',
    schema: [{ name: 'list', type: 'list', schema: { type: 'object', schema: vars('x') } }],
  },
]

const branching = canvas(
  [
    start('a', 'n:integer'),
    text('10', 'hi {{p}}', { p: ref('s.a') }),
    code('11', 'double', { n: ref('s.n', 'integer') }, deep),
    selector('12', { left: ref('11.n', 'integer'), op: 13, right: int('10') }),
    text('13', 'big {{p}}', { p: ref('11.deep.list.x') }),
    text('14', 'small {{p}}', { p: ref('10.output') }),
    node(
      '32',
      '15',
      { mergeGroups: [{ name: 'Group1', variables: [ref('13.output'), ref('14.output')] }] },
      vars('Group1'),
    ),
    text('16', '{{a}}|{{b}}', { a: ref('15.Group1'), b: ref('s.a') }),
    end({ all: ref('16.output'), n: ref('11.n', 'integer'), whole: refObject('11.deep') }),
  ],
  's>10>11>12',
  '12:true>13>15>16>e',
  '12:false>14>15',
)
const looping = canvas(
  [
    start('l:list<string>', 'p'),
    loop('20', 'array', {
      inputs: { item: refList('s.l') },
      outputs: { out: refList('22.output'), firsts: refList('21.output') },
      blocks: [
        text('21', '{{p}}{{q}}', { p: ref('20.item'), q: ref('20.index', 'integer') }),
        text('22', '{{p}}-{{r}}', { p: ref('21.output'), r: ref('s.p') }),
      ],
      lines: ['in>21>22>out'],
    }),
    end({ out: refList('20.out'), firsts: refList('20.firsts') }),
  ],
  's>20>e',
)

describe('extracting nodes into a workflow', () => {
  test.each([
    ['a row of nodes', branching, ['10', '11'], { a: 'A', n: 3 }],
    ['a branch with both its paths', branching, ['12', '13', '14', '15'], { a: 'A', n: 3 }],
    ['a branch, taken the other way', branching, ['12', '13', '14', '15'], { a: 'A', n: 30 }],
    ['everything', branching, ['10', '11', '12', '13', '14', '15', '16'], { a: 'A', n: 30 }],
    ['one node', branching, ['11'], { a: 'A', n: 30 }],
    ['a whole loop', looping, ['20'], { l: ['a', 'b'], p: 'P' }],
    ['nodes inside a loop', looping, ['21', '22'], { l: ['a', 'b'], p: 'P' }],
    ['the last node inside a loop', looping, ['22'], { l: ['a', 'b'], p: 'P' }],
  ])('%s gives the same result when extracted, and when expanded again', async (_name, source, ids, input) => {
    const before = plain(source)
    const wanted = await outputOf(before, input)
    expect(wanted).toEqual(expect.any(Object))
    const found = ok(encapsulate(before, ids))
    const { canvas: after, nodeId } = found.put({ id: '77', spaceId: '1', name: 'Part' })
    expect(before).toEqual(plain(source))
    expect([validate(plain(found.inner)), validate(plain(after))]).toEqual([[], []])
    expect(await outputOf(after, input, { 77: plain(found.inner) })).toEqual(wanted)

    const back = expandSubWorkflow(after, nodeId, found.inner)
    expect(back).toMatchObject({ ok: true, nodeIds: ids })
    if (back.ok) expect(await outputOf(back.canvas, input)).toEqual(wanted)
  })

  test('inputs and outputs take the names and types of the values that are passed', () => {
    const { inputs, outputs } = ok(encapsulate(plain(branching), ['13', '14', '12', '15']))
    expect(inputs.map(({ name, type }) => [name, type])).toEqual([
      ['n', 'integer'],
      ['x', 'string'],
      ['output', 'string'],
    ])
    expect(outputs.map(({ name, type }) => [name, type])).toEqual([['Group1', 'string']])
  })

  test('references inside the texts of a request become inputs too', () => {
    const http = node(
      '45',
      '30',
      {
        apiInfo: { method: 'GET', url: 'https://h/{{block_output_11.deep.list[0].x}}' },
        headers: params({ h: ref('s.a') }),
      },
      vars('body'),
    )
    const source = canvas(
      [
        start('a', 'n:integer'),
        code('11', 'double', { n: ref('s.n', 'integer') }, deep),
        http,
        end({ b: ref('30.body') }),
      ],
      's>11>30>e',
    )
    const { inner, inputs } = ok(encapsulate(plain(source), ['30']))
    expect(inputs.map(({ name, type }) => [name, type])).toEqual([
      ['list', 'list'],
      ['a', 'string'],
    ])
    expect(JSON.stringify(inner)).toContain('https://h/{{block_output_100001.list[0].x}}')
  })

  test.each([
    ['Start', ['100001', '10'], ['startOrEnd']],
    ['nodes of two levels', ['20', '21'], ['otherLevel']],
    ['nodes that do not exist', ['404'], ['otherLevel']],
    ['nothing', [], ['otherLevel']],
    ['two exits', ['12'], ['exits', 'exits']],
    ['two entries', ['13', '14', '15'], ['entries', 'entries']],
    ['a gap in the middle', ['10', '12', '13', '14', '15'], ['entries', 'entries']],
  ])('%s is refused, with the reason', (_name, ids, codes) => {
    const both = {
      ...plain(branching),
      nodes: [...branching.nodes, ...looping.nodes.filter((node) => node.id === '20')],
    }
    const found = encapsulate(plain(both), ids)
    expect(found.ok ? [] : found.problems.map(({ code: item }) => item)).toEqual(codes)
  })

  test('a path that leaves the chosen nodes and returns is refused and names the node in between', () => {
    const source = canvas(
      [
        start('a'),
        text('10', '{{p}}', { p: ref('s.a') }),
        text('11', '{{p}}', { p: ref('10.output') }),
        text('12', '{{p}}', { p: ref('11.output') }),
        end({ o: ref('12.output') }),
      ],
      's>10>e',
      's>12>e',
      '10>11>e',
    )
    const found = encapsulate(plain(source), ['10', '12'])
    expect(found).toMatchObject({ ok: false, problems: [{ code: 'exits' }, { code: 'exits' }] })
    const straight = encapsulate(
      plain({ ...source, edges: source.edges.filter((edge) => edge.targetNodeID !== '11') }),
      ['10', '12'],
    )
    expect(straight).toMatchObject({ ok: false, problems: [{ code: 'comesBack', nodeId: '11' }] })
  })
})

describe('expanding a call into the nodes of the called workflow', () => {
  const called = canvas(
    [
      start('p', 'o:object'),
      text('10', '<{{x}}>', { x: ref('s.p') }),
      end({ out: ref('10.output'), same: ref('s.p') }),
    ],
    's>10>e',
  )

  test('inserts fixed values and assigns free ids', async () => {
    const outer = canvas(
      [
        start('a'),
        text('10', '{{p}}', { p: ref('s.a') }),
        subWorkflow('11', '5', { p: str('fixed') }, vars('out', 'same')),
        end({ o: ref('11.out'), s: ref('11.same'), t: ref('10.output') }),
      ],
      's>10>11>e',
    )
    const wanted = await outputOf(outer, { a: 'A' }, { 5: called })
    const back = expandSubWorkflow(plain(outer), '11', plain(called))
    expect(back).toMatchObject({ ok: true })
    if (!back.ok) return
    expect(back.nodeIds).toHaveLength(1)
    expect(back.nodeIds).not.toContain('10')
    expect(await outputOf(back.canvas, { a: 'A' })).toEqual(wanted)
  })

  test.each([
    ['in batch mode', { batch: { batchEnable: true } }, called, 'batchMode'],
    ['with an exception branch', { settingOnError: { switch: true, processType: 3 } }, called, 'errorSetting'],
    [
      'that ends with an answer',
      {},
      {
        ...called,
        nodes: called.nodes.map((node) =>
          node.id === '900001' ? { ...node, data: { inputs: { terminatePlan: 'useAnswerContent' } } } : node,
        ),
      },
      'answers',
    ],
  ])('a call %s cannot be expanded', (_name, extra, inner, reason) => {
    const outer = canvas(
      [
        start('a'),
        subWorkflow('11', '5', { p: listOf('string', '[]') }, vars('out'), extra),
        end({ o: ref('11.out') }),
      ],
      's>11>e',
    )
    expect(expandSubWorkflow(plain(outer), '11', plain(inner))).toMatchObject({
      ok: false,
      problems: [{ code: reason }],
    })
  })
})
