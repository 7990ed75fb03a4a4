import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { chain, end, node, params, ref, refObject, start, variable, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'

const toJson = (input: ReturnType<typeof ref>) =>
  chain(
    start(variable('o', 'object')),
    node('58', '10', { inputParameters: params({ input }) }, vars('output')),
    end({ r: ref('10.output') }),
  )
const fromJson = (type: Record<string, unknown>) =>
  chain(
    start('t'),
    node('59', '10', { inputParameters: params({ input: ref('s.t') }) }, [{ name: 'output', ...type }]),
    end(),
  )

export const jsonNodes: Case[] = [
  {
    name: 'an object',
    canvas: toJson(refObject('s.o')),
    input: { o: { b: [1, true, null], a: 'ü' } },
    expect: { output: { r: '{"b":[1,true,null],"a":"ü"}' } },
  },
  {
    name: 'a text',
    canvas: toJson(ref('s.o.t')),
    input: { o: { t: 'a"b' } },
    expect: { output: { r: '"a\\"b"' } },
  },
  { name: 'nothing', canvas: toJson(refObject('s.o.none')), input: { o: {} }, expect: { output: { r: 'null' } } },
  {
    name: 'parse an object with types',
    canvas: fromJson({ type: 'object', schema: vars('n:integer', 's') }),
    input: { t: '{"n":"4","s":5,"z":true}' },
    expect: { nodes: { '10': { output: { n: 4, s: '5', z: true } } } },
  },
  {
    name: 'bad fields become null with a warning',
    canvas: fromJson({ type: 'object', schema: vars('n:integer') }),
    input: { t: '{"n":"x"}' },
    expect: { nodes: { '10': { output: { n: null } } }, warnings: { '10': 'field output.n is not integer' } },
  },
  {
    name: 'parse a list',
    canvas: fromJson({ type: 'list', schema: { type: 'integer' } }),
    input: { t: '[1,"2"]' },
    expect: { nodes: { '10': { output: [1, 2] } } },
  },
  {
    name: 'parse a text',
    canvas: fromJson({ type: 'string' }),
    input: { t: '"x"' },
    expect: { nodes: { '10': { output: 'x' } } },
  },
  ...(
    [
      ['what is no JSON', 'object', '{oops', /not valid JSON/],
      ['an empty text', 'object', '', /not valid JSON/],
      ['a list for an object', 'object', '[1]', /is a list, but the output is declared as an object/],
      ['an object for a list', 'list', '{"a":1}', /is an object, but the output is declared as a list/],
      ['an object in quotes', 'object', '"{}"', /is a string/],
      ['an object for a text', 'string', '{"a":1}', /is an object/],
      ['a text that is no number', 'integer', '"x"', /cannot be read as an integer/],
    ] as [string, string, string, RegExp][]
  ).map(([name, type, t, message]): Case => ({
    name: `${name} fails the node`,
    canvas: fromJson({ type }),
    input: { t },
    expect: { error: { code: ErrorCode.engine.outputParse, node: '10', message } },
  })),
  {
    name: 'null is a value of every type',
    canvas: fromJson({ type: 'object' }),
    input: { t: 'null' },
    expect: { nodes: { '10': { output: null } }, warnings: {} },
  },
]
