import { ErrorCode } from '@orrery/contract/shared/error-codes'
import {
  canvas,
  chain,
  end,
  endText,
  ref,
  refList,
  refObject,
  selector,
  start,
  str,
  text,
  variable,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const data = {
  s: 'S',
  n: 3,
  f: 0.5,
  b: true,
  z: null,
  o: { k: 'K', d: { e: 'E' }, a: [{ x: 'X0' }, { x: 'X1' }] },
  l: ['a', 'b'],
  m: [[1, 2], [3]],
}
const declared = variable('v', 'object')
const inputs = {
  s: ref('s.v.s'),
  n: ref('s.v.n', 'integer'),
  f: ref('s.v.f', 'float'),
  b: ref('s.v.b', 'boolean'),
  z: refObject('s.v.z'),
  o: refObject('s.v.o'),
  l: refList('s.v.l'),
  m: { ...refList('s.v.m'), schema: { type: 'list', schema: { type: 'integer' } } },
}
const answer = (name: string, template: string, expected: string): Case => ({
  name,
  canvas: chain(start(declared), endText(template, inputs)),
  input: { v: data },
  expect: { text: expected },
})
const refused = (name: string, template: string, code: number): Case => ({
  name,
  canvas: chain(start(declared), endText(template, inputs)),
  input: { v: data },
  expect: { error: { code, node: '900001' } },
})
const joined = (name: string, template: string, joiner: string, expected: string): Case => ({
  name,
  canvas: chain(start(declared), text('10', template, inputs, joiner), end({ r: ref('10.output') })),
  input: { v: data },
  expect: { output: { r: expected } },
})

export const templates: Case[] = [
  answer('plain text stays', 'no marks here', 'no marks here'),
  answer('spaces inside the braces do not matter', '[{{ s }}]', '[S]'),
  answer('numbers and booleans', '{{n}} {{f}} {{b}}', '3 0.5 true'),
  answer('a field of an object', '{{o.k}}-{{o.d.e}}', 'K-E'),
  answer('an element of a list', '{{l[0]}}{{l[1]}}', 'ab'),
  answer('fields and elements together', '{{o.a[1].x}}', 'X1'),
  answer('an element of an element', '{{m[0][1]}}', '2'),
  answer('an object is JSON with sorted keys', '{{o}}', '{"a":[{"x":"X0"},{"x":"X1"}],"d":{"e":"E"},"k":"K"}'),
  answer('a list is JSON', '{{l}}', '["a","b"]'),
  answer('null is nothing', '[{{z}}]', '[]'),
  answer('a field of null is nothing', '[{{z.x}}]', '[]'),
  answer('an unknown name stays as written', '{{ who }} {{s}}', '{{ who }} S'),
  answer('an unknown field stays as written', '{{o.none}}', '{{o.none}}'),
  answer('a field of a text stays as written', '{{s.x}}', '{{s.x}}'),
  answer('an element of a text stays as written', '{{s[0]}}', '{{s[0]}}'),
  answer('a list without an index stays as written', '{{o.a.x}}', '{{o.a.x}}'),
  answer('unfinished braces stay', '{{s {s}} {{}} {{ }}', '{{s {s}} {{}} {{ }}'),
  answer('three braces', '{{{s}}}', '{S}'),
  answer('the same placeholder twice', '{{s}}{{s}}', 'SS'),
  answer('what a value says is not a template', '{{s}}', 'S'),
  refused('an index past the end is an error', '{{l[2]}}', ErrorCode.engine.indexRange),
  refused('an index on null is an error', '{{z[0]}}', ErrorCode.engine.nullIndex),
  joined('the text node joins lists with its sign', '{{l}}', '; ', 'a; b'),
  joined('the text node joins lists without a sign', '{{l}}', '', 'ab'),
  joined('lists in lists are joined as JSON', '{{m}}', '/', '[1,2]/[3]'),
  joined('an object in the text node is JSON', '{{o.d}}', '/', '{"e":"E"}'),
  {
    name: 'references to skipped nodes show nothing',
    canvas: canvas(
      [
        start('a'),
        selector('10', { left: ref('s.a'), op: 1, right: str('x') }),
        text('11', 'yes'),
        text('12', 'no'),
        endText('<{{y}}|{{n}}>', { y: ref('11.output'), n: ref('12.output') }),
      ],
      's>10',
      '10:true>11',
      '10:false>12',
      '11>e',
      '12>e',
    ),
    input: { a: 'x' },
    expect: { text: '<yes|>', skipped: ['12'] },
  },
  {
    name: 'a value with braces is not expanded again',
    canvas: chain(start('a', 'b'), endText('{{a}}', { a: ref('s.a'), b: ref('s.b') })),
    input: { a: '{{b}}', b: 'secret' },
    expect: { text: '{{b}}' },
  },
]
