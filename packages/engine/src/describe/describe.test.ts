import { describe as suite, expect, test } from 'vitest'
import { compile } from '#canvas/compile.ts'
import { validate } from '#canvas/validate.ts'
import { EngineError } from '#errors.ts'
import { keyOf, NodeType } from '#node-type.ts'
import { kinds } from '#nodes/registry.ts'
import { allCases } from '#testing/all-cases.ts'
import { end, lines, start } from '#testing/canvas.ts'
import { recordReads } from '#testing/recorder.ts'
import { isObject, type Values } from '#values/own.ts'
import { cardRows, describe, descriptions } from './describe.ts'
import type { NodeDescription } from './description.ts'
import { gapsOf } from './gaps.ts'
import { ownedPaths } from './owned-paths.ts'
import { listType, literal, reference, type StoredNode } from './shapes.ts'
import { writePath, writeSlot } from './slot.ts'
import { nodeWords as en } from './words/en.ts'
import { nodeWords as zh } from './words/zh-CN.ts'
import { toolParams } from './nodes/calls.ts'
import { llmParams } from './nodes/models.ts'

/** Paths that the compiler reads for every node type. */
const ofEveryNode = ['nodeMeta', 'outputs', 'inputs.settingOnError', 'inputs.batch', 'inputs.inputParameters']

function freshNode(
  nodeDescription: NodeDescription,
  data: Values = nodeDescription.data(),
): StoredNode & { meta: object } {
  const inner = nodeDescription.inside ? { blocks: [], edges: [] } : {}
  return {
    id: '10',
    type: nodeDescription.type,
    meta: { position: { x: 0, y: 0 } },
    data: structuredClone(data),
    ...inner,
  }
}

/** A canvas with the node between a start and an end, or inside a loop if it belongs there. */
function canvasAround(nodeDescription: NodeDescription, node: StoredNode): unknown {
  const port = nodeDescription.ports(node).map((way) => (way.id ? `10:${way.id}>e` : '10>e'))
  if (nodeDescription.type === NodeType.Start) return { nodes: [{ ...node, id: '100001' }, end()], edges: lines('s>e') }
  if (nodeDescription.type === NodeType.End)
    return { nodes: [start('a'), { ...node, id: '900001' }], edges: lines('s>e') }
  if (nodeDescription.place !== 'loop') return { nodes: [start('a'), node, end()], edges: lines('s>10', ...port) }
  const loop = describe(NodeType.Loop)!
  const body = {
    ...freshNode(loop, filled('21', loop.data())),
    id: '20',
    blocks: [node],
    edges: [
      { sourceNodeID: '20', targetNodeID: '10', sourcePortID: 'loop-function-inline-output' },
      ...(nodeDescription.ports(node).length
        ? [{ sourceNodeID: '10', targetNodeID: '20', targetPortID: 'loop-function-inline-input' }]
        : []),
    ],
  }
  return { nodes: [start('a', 'l:list<string>'), body, end()], edges: lines('s>20>e') }
}

/** The minimal values that a user would fill in, by node type. */
const fills: Record<string, (data: Values) => Values> = {
  2: (data) => writePath(data, 'inputs.inputParameters.0.input', reference('string', '100001', 'a')),
  3: (data) => writeSlot(writeSlot(data, llmParams.modelId, '7'), llmParams.prompt, 'hello'),
  4: (data) => writeSlot(data, toolParams.toolId, '8'),
  6: (data) => withBases(withInput(data, 'Query')),
  8: (data) =>
    writePath(data, 'inputs.branches.0.condition.conditions.0.left.input', reference('string', '100001', 'a')),
  9: (data) => writePath(data, 'inputs.workflowId', '9'),
  12: (data) => writePath(withTable(data), 'inputs.sql', 'select 1'),
  13: (data) => writePath(data, 'inputs.content', literal('string', 'hi')),
  14: (data) => writePath(data, 'inputs.workflowId', '9'),
  16: (data) => writePath(data, 'inputs.prompt.prompt', 'a cat'),
  18: (data) => writePath(data, 'inputs.question', 'why?'),
  20: (data) =>
    writePath(data, 'inputs.inputParameters', [
      { left: reference('string', '20', 'v'), right: literal('string', 'x') },
    ]),
  21: (data) =>
    writePath(
      writePath(data, 'inputs.variableParameters', [{ name: 'v', input: literal('string', '1') }]),
      'inputs.inputParameters.0.input',
      reference(listType('string'), '100001', 'l'),
    ),
  22: (data) => {
    const named = writePath(data, 'inputs.intents', [{ name: 'one' }, { name: 'two' }])
    return writePath(withInput(named, 'query'), 'inputs.llmParam.modelType', '7')
  },
  23: (data) =>
    writePath(
      data,
      'inputs.canvasSchema',
      JSON.stringify({ width: 10, height: 10, objects: [{ type: 'rect', customId: 'a' }] }),
    ),
  26: (data) => withInput(data, 'Query'),
  27: (data) => withBases(withInput(data, 'knowledge')),
  28: (data) => writePath(data, 'inputs.inputParameters.0.input', literal(listType('string'), '["a"]')),
  58: (data) => writePath(data, 'inputs.inputParameters.0.input', literal('object', '{}')),
  32: (data) => writePath(data, 'inputs.mergeGroups.0.variables', [reference('string', '100001', 'a')]),
  34: (data) => writePath(data, 'inputs.meta.workflowId', '9'),
  40: (data) => {
    const content = { source: 'global_variable_app', path: ['x'], blockID: '', name: '' }
    const left = { type: 'string', value: { type: 'ref', content } }
    return writePath(data, 'inputs.inputParameters', [{ name: 'x', left, input: literal('string', 'y') }])
  },
  42: (data) => withValues(withCondition(withTable(data), 'updateParam'), 'updateParam'),
  43: (data) => withTable(data),
  44: (data) => withCondition(withTable(data), 'deleteParam'),
  45: (data) => writePath(data, 'inputs.apiInfo.url', 'https://example.test'),
  46: (data) => withValues(withTable(data), 'insertParam'),
}
const withInput = (data: Values, name: string): Values =>
  writeSlot(data, { path: 'inputs.inputParameters', param: name }, 'x')
const withBases = (data: Values): Values =>
  writeSlot(data, { path: 'inputs.datasetParam', param: 'datasetList' }, ['5'])
const withTable = (data: Values): Values => writePath(data, 'inputs.databaseInfoList', [{ databaseInfoID: '4' }])
const withCondition = (data: Values, param: string): Values =>
  writePath(data, `inputs.${param}.condition.conditionList`, [
    [
      { name: 'left', input: literal('string', 'id') },
      { name: 'operation', input: literal('string', 'EQUAL') },
      { name: 'right', input: literal('string', '1') },
    ],
  ])
const withValues = (data: Values, param: string): Values =>
  writePath(data, `inputs.${param}.fieldInfo`, [
    [
      { name: 'fieldID', input: literal('string', 'name') },
      { name: 'fieldValue', input: literal('string', 'x') },
    ],
  ])

/** Initial data with the values above and a value for every required fixed input. */
function filled(type: string, data: Values): Values {
  let next = fills[type]?.(data) ?? data
  for (const gap of gapsOf({ id: '10', type, data: next })) {
    if (gap.code === 'value' && gap.field === 'inputs') next = withInput(next, gap.item!)
  }
  return next
}

const types = [...kinds.values()].map(({ type }) => [type, keyOf(type)] as const)

suite('every node type of the engine', () => {
  test.each(types)('%s (%s) is described', (type) => {
    const found = describe(type)!
    expect(found).toBeDefined()
    const ids = found.sections.flatMap((section) => section.fields.map((field) => field.id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(types)('%s (%s) starts with data that compiles, or has gaps that the form reports', (type) => {
    const found = describe(type)!
    const node = freshNode(found)
    let thrown: unknown
    try {
      compile(canvasAround(found, node))
    } catch (error) {
      thrown = error
    }
    if (thrown && !(thrown instanceof EngineError)) throw thrown
    if (thrown) expect(gapsOf(node), (thrown as EngineError).message).not.toEqual([])
  })

  test.each(types)('%s (%s) has no gaps and no faults once it is filled in', (type) => {
    const found = describe(type)!
    const node = freshNode(found, filled(type, found.data()))
    expect(gapsOf(node).filter((gap) => gap.weight === 'error')).toEqual([])
    const inner = type === NodeType.Batch || type === NodeType.Loop
    expect(inner ? [] : validate(canvasAround(found, node)).map((issue) => issue.message)).toEqual([])
    expect(() => compile(canvasAround(found, node))).not.toThrow()
    expect(cardRows(node).length).toBeLessThan(12)
  })

  test.each(types)('%s (%s) has the same ports in its description and in the compiled plan', (type) => {
    const found = describe(type)!
    const node = freshNode(found, filled(type, found.data()))
    const compiled = compile(canvasAround(found, node)).nodes.get(
      type === NodeType.Start ? '100001' : type === NodeType.End ? '900001' : '10',
    )
    const taken = new Set(compiled?.edges.map((edge) => edge.port ?? ''))
    const described = found.ports(node).map((port) => (port.id.endsWith('-output') ? '' : port.id))
    if (type !== NodeType.End && found.place !== 'loop') expect([...taken].sort()).toEqual([...described].sort())
  })
})

test('every node type is described once, and all except comments can run', () => {
  const all: string[] = Object.values(NodeType)
  expect(descriptions.map((description) => description.type).toSorted()).toEqual(all.toSorted())
  expect(all.filter((type) => !kinds.has(type))).toEqual([NodeType.Comment])
})

test.each(types)('%s (%s) runs in at least one case', (type) => {
  const canvases = Object.values(allCases).flatMap((cases) => cases.map((testCase) => testCase.canvas))
  expect(canvases.some((canvas) => typesOf(canvas).has(type))).toBe(true)
})

/** The types of all nodes of a canvas, including those inside loops. */
function typesOf(canvas: unknown): Set<unknown> {
  const nodesIn = (value: unknown): Values[] =>
    Array.isArray(value) ? value.filter(isObject).flatMap((node) => [node, ...nodesIn(node.blocks)]) : []
  return new Set(nodesIn(isObject(canvas) ? canvas.nodes : []).map((node) => node.type))
}

test.each([
  ['English', en],
  ['Chinese', zh],
])('every node type has a name and a line about it in %s, and no name stands for two', (_, words) => {
  for (const [key, { name, about }] of Object.entries(words)) expect([name.trim(), about.trim()], key).not.toContain('')
  const names = Object.values(words).map((word) => word.name)
  expect(new Set(names).size).toBe(names.length)
})

/** Compiles a canvas and collects for every node type the paths of its data that are read. */
function readsOf(canvas: unknown, into: Map<string, Set<string>>): void {
  const wrapNode = (node: unknown): unknown => {
    if (!isObject(node) || !isObject(node.data)) return node
    const seen = into.get(String(node.type)) ?? new Set<string>()
    into.set(String(node.type), seen)
    const blocks = Array.isArray(node.blocks) ? { blocks: node.blocks.map(wrapNode) } : {}
    return { ...node, ...blocks, data: recordReads(node.data, (path) => seen.add(path)) }
  }
  if (!isObject(canvas) || !Array.isArray(canvas.nodes)) return
  try {
    compile({ ...canvas, nodes: canvas.nodes.map(wrapNode) })
  } catch {
    // Some cases are refused: the paths read until then count.
  }
}

suite('what the engine reads of a node', () => {
  const reads = new Map<string, Set<string>>()
  for (const cases of Object.values(allCases)) for (const testCase of cases) readsOf(testCase.canvas, reads)
  for (const description of descriptions)
    readsOf(canvasAround(description, freshNode(description, filled(description.type, description.data()))), reads)

  test.each(types)('%s (%s): every path that is read can be set in the form', (type) => {
    const owned = [...ownedPaths(describe(type)!), ...ofEveryNode]
    const isOwned = (path: string) =>
      owned.some((own) => path === own || path.startsWith(`${own}.`) || own.startsWith(`${path}.`))
    expect([...(reads.get(type) ?? [])].filter((path) => !isOwned(path))).toEqual([])
    expect(reads.has(type)).toBe(true)
  })
})
