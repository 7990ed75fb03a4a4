import type { NodeResult } from '@orrery/contract'
import { expect, test } from 'vitest'
import { valuesOf } from './run-values.ts'

const node = (input: string, output: string) => ({ result: { input, output } as NodeResult })

test('inputs and outputs of a run are listed by their names', () => {
  const nodes = new Map([
    ['100001', node('{"query":"Who?","n":3}', '')],
    ['7', node('{"x":1}', '{"y":2}')],
    ['900001', node('', '{"query":"Me","list":[1],"empty":""}')],
  ])
  expect(valuesOf(nodes)).toEqual([
    { name: 'query', text: 'Who?' },
    { name: 'n', text: '3' },
    { name: 'output.query', text: 'Me' },
    { name: 'list', text: '[1]' },
  ])
})
test('an end node that returns text has one output', () => {
  expect(valuesOf(new Map([['900001', node('', 'Just a text')]]))).toEqual([{ name: 'output', text: 'Just a text' }])
})
