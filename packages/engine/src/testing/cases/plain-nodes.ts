import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import {
  bool,
  canvas,
  chain,
  code,
  end,
  float,
  global,
  int,
  listOf,
  node,
  objectLit,
  params,
  ref,
  refList,
  selector,
  start,
  str,
  text,
  variable,
  vars,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const split = (delimiters: string[], name = 'String') =>
  chain(
    start('t'),
    node(
      '15',
      '10',
      {
        method: 'split',
        inputParameters: params({ [name]: ref('s.t') }),
        splitParams: params({ delimiters: listOf('string', JSON.stringify(delimiters)) }),
      },
      vars('output:list<string>'),
    ),
    end({ r: refList('10.output') }),
  )
const script = (name: string, outputs: ReturnType<typeof vars>, extra = {}) =>
  chain(start('a'), code('10', name, { a: ref('s.a') }, outputs, extra), end())
const flag = { left: ref('s.a'), op: 1, right: str('x') }
const merged = (...groups: [string, ...ReturnType<typeof ref>[]][]) =>
  canvas(
    [
      start('a'),
      selector('10', flag),
      text('11', 'A'),
      text('12', 'B'),
      node(
        '32',
        '13',
        { mergeGroups: groups.map(([name, ...variables]) => ({ name, variables })) },
        groups.map(([name]) => variable(name)),
      ),
      end(Object.fromEntries(groups.map(([name]) => [name, ref(`13.${name}`)]))),
    ],
    's>10',
    '10:true>11>13',
    '10:false>12>13',
    '13>e',
  )
const assign = (...list: { left: ReturnType<typeof ref>; input: ReturnType<typeof ref> }[]) =>
  chain(
    start('a'),
    node(
      '40',
      '10',
      { inputParameters: list.map((item, i) => ({ name: `p${i}`, ...item })), variableTypeMap: {} },
      vars('isSuccess:boolean'),
    ),
    end({ ok: ref('10.isSuccess', 'boolean') }),
  )

export const plainNodes: Case[] = [
  {
    name: 'text: split at one separator',
    canvas: split([',']),
    input: { t: 'a,b,,c' },
    expect: { output: { r: ['a', 'b', '', 'c'] } },
  },
  {
    name: 'text: split at several separators in order',
    canvas: split([',', ';']),
    input: { t: 'a,b;c' },
    expect: { output: { r: ['a', 'b', 'c'] } },
  },
  {
    name: 'text: split without separators keeps the text',
    canvas: split([]),
    input: { t: 'a,b' },
    expect: { output: { r: ['a,b'] } },
  },
  {
    name: 'text: an empty separator splits nothing',
    canvas: split(['', ',']),
    input: { t: 'a,b' },
    expect: { output: { r: ['a', 'b'] } },
  },
  {
    name: 'text: splitting needs an input named String',
    canvas: split([','], 'Text'),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'text: an unknown method is refused',
    canvas: chain(start(), node('15', '10', { method: 'reverse' }, []), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'text: a list without a joiner',
    canvas: chain(
      start('l:list<string>'),
      node(
        '15',
        '10',
        {
          method: 'concat',
          inputParameters: params({ l: refList('s.l') }),
          concatParams: params({ concatResult: str('{{l}}') }),
        },
        vars('output'),
      ),
      end({ r: ref('10.output') }),
    ),
    input: { l: ['a', 'b'] },
    expect: { output: { r: 'ab' } },
  },
  {
    name: 'code: parameters in, outputs out',
    canvas: script('f', vars('x', 'n:integer')),
    input: { a: 'A' },
    world: { code: { f: (p) => ({ x: `${String(p.a)}!`, n: 3 }) } },
    expect: {
      nodes: { '10': { x: 'A!', n: 3 } },
      asked: (world) =>
        expect(world.asked[0]!.request).toMatchObject({
          language: 'javascript',
          timeoutMs: 60_000,
          params: { a: 'A' },
        }),
    },
  },
  {
    name: 'code: Python',
    canvas: script('f', vars('x'), { language: 3 }),
    world: { code: { f: () => ({ x: 'py' }) } },
    expect: {
      nodes: { '10': { x: 'py' } },
      asked: (world) => expect(world.asked[0]!.request).toMatchObject({ language: 'python' }),
    },
  },
  {
    name: 'code: an unknown language is refused',
    canvas: script('f', vars('x'), { language: 1 }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'code: outputs of the wrong type become null with a warning',
    canvas: script('f', vars('n:integer', 'l:list<integer>', 's')),
    world: { code: { f: () => ({ n: 'x', l: [1, 'y', 3], s: 5 }) } },
    expect: {
      nodes: { '10': { n: null, l: [1, 3], s: '5' } },
      warnings: { '10': 'field n is not integer, field l.1 is not integer' },
    },
  },
  {
    name: 'code: outputs that were not returned are null',
    canvas: script('f', vars('x', 'y')),
    world: { code: { f: () => ({ x: 'X' }) } },
    expect: { nodes: { '10': { x: 'X', y: null } } },
  },
  {
    name: 'code: outputs that are not declared are dropped',
    canvas: script('f', vars('x')),
    world: { code: { f: () => ({ x: 'X', z: 1 }) } },
    expect: { nodes: { '10': { x: 'X' } } },
  },
  {
    name: 'code: a result that is no object gives nothing',
    canvas: script('f', vars('x')),
    world: { code: { f: () => 'text' } },
    expect: { nodes: { '10': { x: null } } },
  },
  {
    name: 'code: a missing parameter is zero',
    canvas: chain(
      start('a', 'n:integer', 'b:boolean'),
      code(
        '10',
        'f',
        { a: ref('s.a'), n: ref('s.n', 'integer'), b: ref('s.b', 'boolean'), l: refList('s.none') },
        vars('x'),
      ),
      end(),
    ),
    world: { code: { f: (p) => ({ x: JSON.stringify(p) }) } },
    expect: { nodes: { '10': { x: '{"a":"","n":0,"b":false,"l":null}' } } },
  },
  {
    name: 'aggregate: the branch that was taken',
    canvas: merged(['v', ref('11.output'), ref('12.output')]),
    input: { a: 'x' },
    expect: { output: { v: 'A' } },
  },
  {
    name: 'aggregate: the other branch',
    canvas: merged(['v', ref('11.output'), ref('12.output')]),
    input: { a: 'n' },
    expect: { output: { v: 'B' } },
  },
  {
    name: 'aggregate: the first value wins',
    canvas: merged(['v', ref('s.a'), ref('12.output')]),
    input: { a: 'n' },
    expect: { output: { v: 'n' } },
  },
  {
    name: 'aggregate: an empty text is a value',
    canvas: merged(['v', str(''), ref('12.output')]),
    input: { a: 'n' },
    expect: { nodes: { '13': { v: '' } } },
  },
  {
    name: 'aggregate: several groups',
    canvas: merged(['v', ref('11.output'), ref('12.output')], ['w', ref('11.output'), str('fixed')]),
    input: { a: 'n' },
    expect: { output: { v: 'B', w: 'fixed' } },
  },
  {
    name: 'aggregate: no value at all is null',
    canvas: merged(['v', ref('11.output'), ref('s.none')]),
    input: { a: 'n' },
    expect: { nodes: { '13': { v: null } } },
  },
  {
    name: 'assign: app and user variables',
    canvas: assign(
      { left: global('app', ['x']), input: ref('s.a') },
      { left: global('user', ['y'], 'integer'), input: str('5') },
    ),
    input: { a: 'A' },
    expect: {
      output: { ok: true },
      asked: (world) => expect(Object.fromEntries(world.variables)).toEqual({ 'app.x': 'A', 'user.y': 5 }),
    },
  },
  {
    name: 'assign: system variables are read-only',
    canvas: assign({ left: global('system', ['x']), input: str('v') }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10', message: /read-only/ } },
  },
  {
    name: 'assign: a path into a variable is refused',
    canvas: assign({ left: global('app', ['x', 'y']), input: str('v') }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'assign: only global variables',
    canvas: assign({ left: ref('s.a'), input: str('v') }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'assign then read',
    canvas: chain(
      start('a'),
      node(
        '40',
        '10',
        { inputParameters: [{ name: 'p', left: global('user', ['v']), input: ref('s.a') }] },
        vars('isSuccess:boolean'),
      ),
      text('11', '{{x}}', { x: global('user', ['v']) }),
      end({ r: ref('11.output') }),
    ),
    input: { a: 'new' },
    world: { variables: { 'user.v': 'old' } },
    expect: { output: { r: 'new' } },
  },
  {
    name: 'variable (11): read',
    canvas: chain(
      start(),
      node('11', '10', { mode: 'get', inputParameters: params({ Key: str('name') }) }, vars('Value')),
      end({ r: ref('10.Value') }),
    ),
    world: { variables: { 'user.name': 'Ada' } },
    expect: { output: { r: 'Ada' } },
  },
  {
    name: 'variable (11): read by the names of the outputs',
    canvas: chain(
      start(),
      node('11', '10', { mode: 'get' }, vars('age:integer')),
      end({ r: ref('10.age', 'integer') }),
    ),
    world: { variables: { 'user.age': '36' } },
    expect: { output: { r: 36 } },
  },
  {
    name: 'variable (11): write',
    canvas: chain(
      start('a'),
      node('11', '10', { mode: 'set', inputParameters: params({ name: ref('s.a') }) }, vars('isSuccess:boolean')),
      end({ ok: ref('10.isSuccess', 'boolean') }),
    ),
    input: { a: 'Bo' },
    expect: { output: { ok: true }, asked: (world) => expect(world.variables.get('user.name')).toBe('Bo') },
  },
  {
    name: 'variable (11): an unknown mode is refused',
    canvas: chain(start(), node('11', '10', { mode: 'drop' }, []), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'literals of every type',
    canvas: chain(
      start(),
      end({
        s: str('x'),
        i: int('1'),
        f: float('1.5'),
        b: bool('True'),
        l: listOf('integer', '["1"]'),
        o: objectLit('{"a":"1"}', vars('a:integer')),
      }),
    ),
    expect: { output: { s: 'x', i: 1, f: 1.5, b: true, l: [1], o: { a: 1 } } },
  },
  {
    name: 'a literal of the wrong type is refused',
    canvas: chain(start(), end({ i: int('many') })),
    expect: { error: { code: ErrorCode.engine.schemaConversion, node: '900001' } },
  },
]
