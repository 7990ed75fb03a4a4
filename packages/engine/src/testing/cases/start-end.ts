import { ErrorCode } from '@orrery/contract/shared/error-codes'
import {
  bool,
  chain,
  end,
  endText,
  float,
  global,
  int,
  listOf,
  lit,
  objectLit,
  objectRef,
  ref,
  refList,
  refObject,
  start,
  variable,
  vars,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const echo = (declared: string, type = 'string', extra = {}) =>
  chain(
    start({ ...vars(`v:${declared}`)[0]!, ...extra }),
    end({ v: ref('s.v', type, vars(`v:${declared}`)[0]!.schema ? { schema: vars(`v:${declared}`)[0]!.schema } : {}) }),
  )
const withDefault = (declared: string, defaultValue: string, required = false) =>
  echo(declared, declared.split('<')[0], { defaultValue, required })

export const startEnd: Case[] = [
  {
    name: 'a string is passed through',
    canvas: echo('string'),
    input: { v: 'hello' },
    expect: { output: { v: 'hello' } },
  },
  {
    name: 'test runs pass every value as text',
    canvas: echo('integer', 'integer'),
    input: { v: '42' },
    expect: { output: { v: 42 } },
  },
  {
    name: 'an object is passed as JSON text',
    canvas: echo('object', 'object'),
    input: { v: '{"a":1}' },
    expect: { output: { v: { a: 1 } } },
  },
  {
    name: 'a list is passed as JSON text',
    canvas: echo('list<integer>', 'list'),
    input: { v: '[1,2]' },
    expect: { output: { v: [1, 2] } },
  },
  { name: 'a missing text becomes empty at End', canvas: echo('string'), expect: { output: { v: '' } } },
  { name: 'a missing integer becomes 0 at End', canvas: echo('integer', 'integer'), expect: { output: { v: 0 } } },
  { name: 'a missing float becomes 0 at End', canvas: echo('float', 'float'), expect: { output: { v: 0 } } },
  {
    name: 'a missing boolean becomes false at End',
    canvas: echo('boolean', 'boolean'),
    expect: { output: { v: false } },
  },
  { name: 'a missing list stays null at End', canvas: echo('list<string>', 'list'), expect: { output: { v: null } } },
  { name: 'a missing object stays null at End', canvas: echo('object', 'object'), expect: { output: { v: null } } },
  {
    name: 'Start itself gives null for what is missing',
    canvas: echo('string'),
    expect: { nodes: { '100001': { v: null } } },
  },
  {
    name: 'inputs that are not declared are dropped',
    canvas: echo('string'),
    input: { v: 'a', w: 'b' },
    expect: { nodes: { '100001': { v: 'a' } } },
  },
  { name: 'a default fills an absent key', canvas: withDefault('string', 'dd'), expect: { output: { v: 'dd' } } },
  {
    name: 'a default fills an empty text',
    canvas: withDefault('string', 'dd'),
    input: { v: '' },
    expect: { output: { v: 'dd' } },
  },
  {
    name: 'a default does not replace a given text',
    canvas: withDefault('string', 'dd'),
    input: { v: 'x' },
    expect: { output: { v: 'x' } },
  },
  { name: 'a default is converted by type', canvas: withDefault('integer', '7'), expect: { output: { v: 7 } } },
  {
    name: 'a default does not replace a zero',
    canvas: withDefault('integer', '7'),
    input: { v: 0 },
    expect: { output: { v: 0 } },
  },
  {
    name: 'a default does not replace false',
    canvas: withDefault('boolean', 'true'),
    input: { v: false },
    expect: { output: { v: false } },
  },
  {
    name: 'a default fills an empty list',
    canvas: withDefault('list<string>', '["a"]'),
    input: { v: [] },
    expect: { output: { v: ['a'] } },
  },
  {
    name: 'a default fills an empty object',
    canvas: withDefault('object', '{"a":1}'),
    input: { v: {} },
    expect: { output: { v: { a: 1 } } },
  },
  {
    name: 'a default satisfies a required input',
    canvas: withDefault('string', 'dd', true),
    expect: { output: { v: 'dd' } },
  },
  {
    name: 'a required input must be given',
    canvas: echo('string', 'string', { required: true }),
    expect: { error: { code: ErrorCode.engine.missingParam, node: '100001', message: /"v"/ } },
  },
  {
    name: 'null does not count as given',
    canvas: echo('string', 'string', { required: true }),
    input: { v: null },
    expect: { error: { code: ErrorCode.engine.missingParam, node: '100001' } },
  },
  {
    name: 'a required field of a nested object must be given',
    canvas: chain(start(variable('o', 'object', { schema: [variable('a', 'string', { required: true })] })), end()),
    input: { o: { b: 1 } },
    expect: { error: { code: ErrorCode.engine.missingParam, node: '100001', message: /"o\.a"/ } },
  },
  {
    name: 'a wrong value becomes null with a warning',
    canvas: echo('integer', 'integer'),
    input: { v: 'many' },
    expect: { output: { v: 0 }, nodes: { '100001': { v: null } }, warnings: { '100001': 'field v is not integer' } },
  },
  {
    name: 'runs over the open API refuse a wrong value',
    canvas: echo('integer', 'integer'),
    input: { v: 'many' },
    options: { failFast: true },
    expect: { error: { code: ErrorCode.engine.badParam, node: '100001', message: /field v is not integer/ } },
  },
  {
    name: 'End returns its parameters',
    canvas: chain(
      start('a'),
      end({
        x: ref('s.a'),
        n: int('3'),
        f: float('1.5'),
        b: bool('true'),
        l: listOf('string', '["p"]'),
        o: objectLit('{"k":"v"}'),
      }),
    ),
    input: { a: 'A' },
    expect: { output: { x: 'A', n: 3, f: 1.5, b: true, l: ['p'], o: { k: 'v' } } },
  },
  { name: 'End without parameters returns an empty object', canvas: chain(start('a'), end()), expect: { output: {} } },
  {
    name: 'End in answer mode returns one text',
    canvas: chain(start('a'), endText('hi {{x}}!', { x: ref('s.a') })),
    input: { a: 'you' },
    expect: { text: 'hi you!', output: { output: 'hi you!' }, messages: { '900001': 'hi you!' } },
  },
  {
    name: 'real lists and booleans are fine as literals',
    canvas: chain(start(), end({ l: listOf('string', ['a', 'b']), b: bool(true), n: int(5) })),
    expect: { output: { l: ['a', 'b'], b: true, n: 5 } },
  },
  {
    name: 'an object is assembled from literals and references',
    canvas: chain(
      start('a', 'n:integer'),
      end({ o: objectRef({ x: ref('s.a'), y: int('2'), z: objectRef({ w: ref('s.n', 'integer') }) }) }),
    ),
    input: { a: 'A', n: 9 },
    expect: { output: { o: { x: 'A', y: 2, z: { w: 9 } } } },
  },
  {
    name: 'an empty reference name is the whole output',
    canvas: chain(start('a', 'n:integer'), end({ all: refObject('s') })),
    input: { a: 'A', n: 1 },
    expect: { output: { all: { a: 'A', n: 1 } } },
  },
  {
    name: 'global variables are read by path',
    canvas: chain(
      start(),
      end({ a: global('app', ['conf', 'deep', 'x']), u: global('user', ['name']), s: global('system', ['id']) }),
    ),
    world: { variables: { 'app.conf': { deep: { x: 'X' } }, 'user.name': 'N', 'system.id': 'I' } },
    expect: { output: { a: 'X', u: 'N', s: 'I' } },
  },
  {
    name: 'a list before the last step of a path is replaced by its first element',
    canvas: chain(start(variable('o', 'object')), end({ c: ref('s.o.b.c') })),
    input: { o: { b: [{ c: 'first' }, { c: 'second' }] } },
    expect: { output: { c: 'first' } },
  },
  {
    name: 'an empty list in the middle of a path is an error of the reading node',
    canvas: chain(start(variable('o', 'object')), end({ c: ref('s.o.b.c') })),
    input: { o: { b: [] } },
    expect: { error: { code: ErrorCode.engine.indexRange, node: '900001' } },
  },
  {
    name: 'a missing field reads as nothing',
    canvas: chain(start(variable('o', 'object')), end({ c: ref('s.o.x.y') })),
    input: { o: { b: 1 } },
    expect: { output: { c: '' } },
  },
  {
    name: 'a list at the end of a path is the list',
    canvas: chain(start(variable('o', 'object')), end({ c: refList('s.o.b') })),
    input: { o: { b: ['x', 'y'] } },
    expect: { output: { c: ['x', 'y'] } },
  },
  {
    name: 'null elements of a typed list become zero values at End',
    canvas: chain(start(variable('o', 'object')), end({ c: refList('s.o.b') })),
    input: { o: { b: ['B9', null, 'B8'] } },
    expect: { output: { c: ['B9', '', 'B8'] } },
  },
  {
    name: 'missing fields of a declared object become null, not zero',
    canvas: chain(
      start(variable('o', 'object')),
      end({ c: refObject('s.o', [variable('p'), variable('q', 'integer')]) }),
    ),
    input: { o: { p: 'P' } },
    expect: { output: { c: { p: 'P', q: null } } },
  },
  {
    name: 'a file address loses the name in its query',
    canvas: chain(
      start(variable('f', 'string', { assistType: 2 })),
      end({ f: ref('s.f', 'string', { assistType: 2 }) }),
    ),
    input: { f: 'https://h/a.png?x=1&x-wf-file_name=cat%20one.png&y=2' },
    expect: { output: { f: 'https://h/a.png?x=1&y=2' } },
  },
  {
    name: 'a time is text',
    canvas: chain(start(variable('t', 'string', { assistType: 10000 })), end({ t: ref('s.t') })),
    input: { t: '2024-01-01' },
    expect: { output: { t: '2024-01-01' } },
  },
  {
    name: 'an input without a value is null',
    canvas: chain(start(), end({ x: { type: 'string' }, y: lit('integer', '') })),
    expect: { output: { x: '', y: 0 } },
  },
]
