import fc from 'fast-check'
import type { Canvas, CanvasEdge, CanvasNode } from '../document/canvas.ts'

/** Shorthands for building canvases in tests. */
export const node = (id: string, type = '15', rest: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  meta: { position: { x: 0, y: 0 } },
  data: { nodeMeta: { title: `node ${id}` } },
  ...rest,
})
export const edge = (
  sourceNodeID: string,
  targetNodeID: string,
  sourcePortID?: string,
  targetPortID?: string,
): CanvasEdge => ({
  sourceNodeID,
  targetNodeID,
  ...(sourcePortID === undefined ? {} : { sourcePortID }),
  ...(targetPortID === undefined ? {} : { targetPortID }),
})
export const start = node('100001', '1')
export const end = node('900001', '2')
export const refersTo = (blockID: string, name = 'output') => ({
  name: 'input',
  input: { type: 'string', value: { type: 'ref', content: { source: 'block-output', blockID, name } } },
})

/** A loop with one inner node, connected from start to end. */
export const loop = (id: string, innerId: string): CanvasNode =>
  node(id, '21', {
    blocks: [node(innerId)],
    edges: [
      edge(id, innerId, 'loop-function-inline-output'),
      edge(innerId, id, undefined, 'loop-function-inline-input'),
    ],
  })

/** Start, a text node, a loop and the end, in a row. */
export const row = (): Canvas => ({
  nodes: [start, node('11'), loop('21', '22'), end],
  edges: [edge('100001', '11'), edge('11', '21'), edge('21', '900001', 'loop-output')],
  versions: { loop: 'v2' },
})

/** Arbitrary JSON under field names that this editor does not know. */
const unknownFields = fc.dictionary(
  fc.string().map((key) => `x_${key}`),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
)
const ids = fc.integer({ min: 1, max: 999_999 }).map(String)
const point = fc.record({ x: fc.double({ noNaN: true, noDefaultInfinity: true }), y: fc.integer() })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const anyEdge = (known: readonly string[]) =>
  fc
    .tuple(
      fc.record(
        {
          sourceNodeID: fc.constantFrom(...known),
          targetNodeID: fc.constantFrom(...known),
          sourcePortID: fc.constantFrom('', 'true', 'branch_0', 'loop-output'),
          targetPortID: fc.constantFrom('', 'loop-function-inline-input'),
        },
        { requiredKeys: ['sourceNodeID', 'targetNodeID'] },
      ),
      unknownFields,
    )
    .map(([known, more]) => ({ ...known, ...more }))

const anyNode = (id: string, type: string, blocks?: readonly unknown[], edges?: readonly unknown[] | null) =>
  fc
    .record({
      meta: optional(fc.tuple(fc.record({ position: point }), unknownFields).map(([a, b]) => ({ ...a, ...b }))),
      data: fc
        .tuple(
          fc.record(
            {
              nodeMeta: fc.record({ title: fc.string(), icon: fc.string() }, { requiredKeys: [] }),
              inputs: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
              outputs: fc.jsonValue({ maxDepth: 2 }),
            },
            { requiredKeys: [] },
          ),
          unknownFields,
        )
        .map(([a, b]) => ({ ...a, ...b })),
      more: unknownFields,
    })
    .map(({ meta, data, more }) => ({
      ...more,
      id,
      type,
      ...(meta ? { meta } : {}),
      data,
      ...(blocks ? { blocks } : {}),
      ...(edges === undefined ? {} : { edges }),
    }))

const types = fc.constantFrom('3', '5', '8', '13', '15', '18', '22', '31', '45', '9999')

/** Canvases as other programs may store them: unknown fields and types, loops, arbitrary edges. */
export const anyCanvas: fc.Arbitrary<Canvas> = fc.uniqueArray(ids, { minLength: 2, maxLength: 12 }).chain((all) => {
  const [first, second, ...rest] = all as [string, string, ...string[]]
  const inner = rest.slice(0, 2)
  const plain = rest.slice(2)
  return fc
    .record({
      heads: fc.tuple(anyNode(first, '1'), anyNode(second, '2')),
      plain: fc.tuple(...plain.map((id) => types.chain((type) => anyNode(id, type)))),
      inner: fc.tuple(...inner.map((id) => types.chain((type) => anyNode(id, type)))),
      innerEdges: fc.array(anyEdge(inner.length ? inner : [first]), { maxLength: 3 }),
      edges: optional(fc.array(anyEdge(all), { maxLength: 10 })),
      more: unknownFields,
    })
    .chain(({ heads, plain: nodes, inner: blocks, innerEdges, edges, more }) =>
      anyNode('loop', '21', blocks, innerEdges).map(
        (round) => ({ ...more, nodes: [...heads, ...nodes, round], ...(edges ? { edges } : {}) }) as unknown as Canvas,
      ),
    )
})
