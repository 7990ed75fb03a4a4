import { DefaultSource, ParameterType } from '@orrery/contract/shared/plugin-enums'
import { describe, expect, test } from 'vitest'
import { flatten, lacksValue, put, typeText } from './parameter-tree.ts'
import type { ToolParameter } from './tool-settings.queries.ts'

const found = (name: string, change: Partial<ToolParameter> = {}): ToolParameter => ({
  name,
  desc: '',
  type: ParameterType.string,
  is_required: false,
  sub_parameters: [],
  global_default: '',
  global_disable: false,
  local_default: '',
  local_disable: false,
  default_param_source: DefaultSource.input,
  variable_ref: '',
  ...change,
})
const tree = [
  found('city', { is_required: true }),
  found('secret', { global_disable: true }),
  found('near', { type: ParameterType.object, sub_parameters: [found('lat'), found('lng', { is_required: true })] }),
]

describe('parameters of a tool in a bot', () => {
  test('are shown as a tree, without hidden ones', () => {
    expect(flatten(tree).map(({ parameter, depth }) => `${depth} ${parameter.name}`)).toEqual([
      '0 city',
      '0 near',
      '1 lat',
      '1 lng',
    ])
  })

  test('are changed in place, without affecting others', () => {
    const place = flatten(tree).find(({ parameter }) => parameter.name === 'lng')!.place
    const next = put(tree, place, { local_default: '4' })
    expect(next[2]!.sub_parameters.map((field) => field.local_default)).toEqual(['', '4'])
    expect(next[0]).toBe(tree[0])
    expect(tree[2]!.sub_parameters[1]!.local_default).toBe('')
  })

  test('a hidden required parameter needs a value', () => {
    const stuck = (change: Partial<ToolParameter>) =>
      flatten(put(tree, [0], { local_disable: true, ...change }))
        .filter(lacksValue)
        .map(({ parameter }) => parameter.name)
    expect(stuck({})).toEqual(['city'])
    expect(stuck({ local_default: 'Lima' })).toEqual([])
    expect(stuck({ default_param_source: DefaultSource.variable, variable_ref: 'home' })).toEqual([])
    expect(stuck({ default_param_source: DefaultSource.variable, local_default: 'Lima' })).toEqual(['city'])
    // Nothing is required below a hidden parameter.
    expect(flatten(put(tree, [2], { local_disable: true })).filter(lacksValue)).toEqual([])
  })

  test('lists show their item type', () => {
    expect(typeText(found('tags', { type: ParameterType.array, sub_type: ParameterType.string }))).toBe('[string]')
  })
})
