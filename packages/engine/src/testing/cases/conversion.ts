import { chain, end, ref, start, variable } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { Values } from '#values/own.ts'

/** A code node returns any value, End declares the type, and the expected output shows the conversion. */
function cast(name: string, value: unknown, type: Values, expected: unknown, warning = ''): Case {
  return {
    name,
    canvas: chain(
      start(variable('o', 'object')),
      {
        id: '10',
        type: '58',
        data: {
          nodeMeta: { title: 'json' },
          inputs: {
            inputParameters: [
              {
                name: 'input',
                input: {
                  ...type,
                  value: { type: 'ref', content: { source: 'block-output', blockID: '100001', name: 'o.v' } },
                },
              },
            ],
          },
          outputs: [variable('output')],
        },
      },
      end({ r: ref('10.output') }),
    ),
    input: { o: { v: value } },
    expect: { output: { r: JSON.stringify(expected) }, warnings: warning ? { '10': warning } : {} },
  }
}
const [string, integer, float, boolean] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'float' },
  { type: 'boolean' },
]
const list = (schema: Values) => ({ type: 'list', schema })
const object = (...schema: Values[]) => ({ type: 'object', schema })
const bad = (kind: string, path = 'input') => `field ${path} is not ${kind}`

export const conversion: Case[] = [
  cast('integer to text', 12, string, '12'),
  cast('float to text', 1.5, string, '1.5'),
  cast('a large number to text has no exponent', 1e21, string, '1000000000000000000000'),
  cast('a small number to text has no exponent', 1e-7, string, '0.0000001'),
  cast('boolean to text', true, string, 'true'),
  cast('object to text is JSON with sorted keys', { b: 1, a: [true] }, string, '{"a":[true],"b":1}'),
  cast('list to text is JSON', [1, 'x'], string, '[1,"x"]'),
  cast('text to integer', '12', integer, 12),
  cast('negative text to integer', '-5', integer, -5),
  cast('float to integer is cut off', 2.9, integer, 2),
  cast('negative float to integer is cut off', -2.9, integer, -2),
  cast('text with a fraction is no integer', '2.9', integer, 0, bad('integer')),
  cast('boolean is no integer', true, integer, 0, bad('integer')),
  cast('text is no integer', 'x', integer, 0, bad('integer')),
  cast('a list is no integer', [1], integer, 0, bad('integer')),
  cast('text to float', '1.25', float, 1.25),
  cast('text with an exponent to float', '1e3', float, 1000),
  cast('integer to float', 3, float, 3),
  cast('text is no float', '1,5', float, 0, bad('number')),
  cast('boolean is no float', false, float, 0, bad('number')),
  ...['true', 'True', 'TRUE', 't', 'T', '1'].map((item) => cast(`"${item}" is true`, item, boolean, true)),
  ...['false', 'False', 'FALSE', 'f', 'F', '0'].map((item) => cast(`"${item}" is false`, item, boolean, false)),
  cast('"yes" is no boolean', 'yes', boolean, false, bad('boolean')),
  cast('a number is no boolean', 1, boolean, false, bad('boolean')),
  cast('JSON text to object', '{"a":1}', object(), { a: 1 }),
  cast('text is no object', 'x', object(), null, bad('object')),
  cast('a list is no object', [1], object(), null, bad('object')),
  cast('fields are converted', { a: '1', b: 2 }, object(variable('a', 'integer'), variable('b')), { a: 1, b: '2' }),
  cast('fields that are not declared are kept', { a: '1', z: [0] }, object(variable('a', 'integer')), { a: 1, z: [0] }),
  cast(
    'a bad field becomes null, the rest stays',
    { a: 'x', b: 'y' },
    object(variable('a', 'integer'), variable('b')),
    { a: null, b: 'y' },
    bad('integer', 'input.a'),
  ),
  cast('JSON text to list', '[1,"2"]', list(integer), [1, 2]),
  cast('text is no list', 'x', list(string), [], bad('list')),
  cast('an object is no list', { a: 1 }, list(string), [], bad('list')),
  cast('bad elements are dropped', ['1', 'x', 3], list(integer), [1, 3], bad('integer', 'input.1')),
  cast(
    'an object with a bad field stays in the list',
    [{ a: 'x' }, { a: 1 }],
    list(object(variable('a', 'integer'))),
    [{ a: null }, { a: 1 }],
    bad('integer', 'input.0.a'),
  ),
  cast(
    'what is no object is dropped from a list of objects',
    ['x', { a: 1 }],
    list(object(variable('a', 'integer'))),
    [{ a: 1 }],
    bad('object', 'input.0'),
  ),
  cast(
    'a list with a bad element is a bad element of a list of lists',
    '[["1"],["2","x"]]',
    list(list(integer)),
    [[1]],
    bad('integer', 'input.1.1'),
  ),
  cast('a list without a declared element is taken as it is', [1, 'a', null], { type: 'list' }, [1, 'a', null]),
  cast('2^53+1 keeps all its digits', '9007199254740993', integer, '9007199254740993'),
  cast('digits inside JSON text are not rounded', '{"id":9007199254740993}', object(), {
    id: '9007199254740993',
  }),
  cast('beyond 64 bits is no integer', '99999999999999999999', integer, 0, bad('integer')),
  cast('leading zeros and a sign', '-0042', integer, -42),
  cast(
    'an id of 40 digits stays text',
    '1234567890123456789012345678901234567890',
    string,
    '1234567890123456789012345678901234567890',
  ),
]
