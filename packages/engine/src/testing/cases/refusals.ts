import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { canvas, chain, end, node, ref, start, str, text } from '../canvas.ts'
import type { Case } from '../harness.ts'

const refuse = (
  name: string,
  drawing: unknown,
  node: string | undefined,
  message: RegExp,
  code: number = ErrorCode.engine.compile,
): Case => ({
  name,
  canvas: drawing,
  expect: { error: { code, ...(node === undefined ? {} : { node }), message } },
})
const ring = canvas([start(), text('10', 'a'), text('11', 'b'), end()], 's>10>11>10', '11>e')

export const refusals: Case[] = [
  refuse('something that is no object', 5, undefined, /not a JSON object/),
  refuse('a text that is no JSON', 'nodes', undefined, /not valid JSON/),
  refuse(
    'a canvas that poses as one that was read already',
    { raw: {}, nodes: [{ id: 5 }], edges: [] },
    '5',
    /no type/,
  ),
  refuse('no nodes', {}, undefined, /no list of nodes/),
  refuse('no start', { nodes: [end()], edges: [] }, undefined, /start node not found/),
  refuse('no end', { nodes: [start()], edges: [] }, undefined, /end node not found/),
  refuse(
    'a start with another id',
    { nodes: [{ ...start(), id: '1' }, end()], edges: [] },
    '1',
    /must have the id 100001/,
  ),
  refuse('two starts', { nodes: [start(), { ...start(), id: '5' }, end()], edges: [] }, '5', /more than one start/),
  refuse(
    'two nodes with one id',
    { ...chain(start(), text('10', 'a'), end()), nodes: [start(), text('10', 'a'), text('10', 'b'), end()] },
    '10',
    /share the id 10/,
  ),
  refuse(
    'a node without an id',
    { nodes: [start(), { type: '15' }, end()], edges: [] },
    undefined,
    /node number 2 .* has no id/,
  ),
  refuse('a node without a type', { nodes: [start(), { id: '10' }, end()], edges: [] }, '10', /no type/),
  refuse('an unknown type', chain(start(), node('777', '10', {}), end()), '10', /unsupported block type 777/),
  refuse('the internal type 1000', chain(start(), node('1000', '10', {}), end()), '10', /unsupported block type/),
  refuse('no line from start to end', { nodes: [start(), end()], edges: [] }, '900001', /no line leads/),
  refuse('lines that form a cycle', ring, '10', /cycle/),
  refuse(
    'references that form a cycle',
    canvas(
      [start(), text('10', '{{x}}', { x: ref('11.output') }), text('11', '{{x}}', { x: ref('10.output') }), end()],
      's>10>11>e',
    ),
    '10',
    /cycle/,
  ),
  refuse(
    'a node that reads itself',
    chain(start(), text('10', '{{x}}', { x: ref('10.output') }), end()),
    '10',
    /its own output/,
  ),
  refuse('a reference to a node that does not exist', chain(start(), end({ r: ref('404.x') })), '900001', /"404"/),
  refuse(
    'a reference to a node that is not connected',
    { nodes: [...chain(start(), end({ r: ref('50.x') })).nodes, text('50', 'x')], edges: chain(start(), end()).edges },
    '900001',
    /"50"/,
  ),
  refuse(
    'a reference without a node',
    chain(
      start(),
      end({ r: { type: 'string', value: { type: 'ref', content: { source: 'block-output', name: 'x' } } } }),
    ),
    '900001',
    /not found \[blockID\]/,
  ),
  refuse(
    'a reference without content',
    chain(start(), end({ r: { type: 'string', value: { type: 'ref', content: 'x' } } })),
    '900001',
    /no content/,
  ),
  refuse(
    'a global reference without a path',
    chain(start(), end({ r: { type: 'string', value: { type: 'ref', content: { source: 'global_variable_app' } } } })),
    '900001',
    /no path/,
  ),
  refuse(
    'a line without a target',
    { ...chain(start(), end()), edges: [{ sourceNodeID: '100001' }] },
    undefined,
    /edge number 1/,
  ),
  refuse(
    '10,000 nodes',
    chain(start(), ...Array.from({ length: 10_000 }, (_, i) => text(`n${i}`, 'x')), end()),
    undefined,
    /at most 5000/,
  ),
  refuse(
    'a start inside a loop',
    chain(
      start(),
      { ...node('21', '20', { loopType: 'count', loopCount: str('1') }), blocks: [{ ...start(), id: '7' }], edges: [] },
      end(),
    ),
    '7',
    /may not be inside/,
  ),
]
