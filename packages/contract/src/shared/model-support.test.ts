import { describe, expect, test } from 'vitest'
import {
  combineSupport,
  defaultSupport,
  ModelFunction,
  modelFunctions,
  SupportLevel,
  supportOf,
} from './model-support.ts'

const { full, poor, none } = SupportLevel
const plugin = ModelFunction.plugin

describe('combining the support of several models', () => {
  test.each([
    [[full, full], full],
    [[full, poor], poor],
    [[poor, none], none],
    [[none, full], none],
  ] as const)('%j is %i', (levels, expected) => {
    expect(
      supportOf(
        levels.map((level) => ({ [plugin]: level })),
        plugin,
      ),
    ).toBe(expected)
  })
  test('a function that a model does not list is fully supported', () => {
    expect(combineSupport([{}, { [plugin]: poor }])).toMatchObject({ [plugin]: poor, [ModelFunction.hook]: full })
    expect(supportOf([], plugin)).toBe(full)
  })
  test('there are twenty functions', () => expect(modelFunctions).toHaveLength(20))
})

test('a model without tool calling does not support functions that need tools', () => {
  const support = defaultSupport({ tools: false, vision: true, reasoning: false, json: true })
  expect(support[ModelFunction.plugin]).toBe(none)
  expect(support[ModelFunction.knowledgeOnDemandCall]).toBe(none)
  expect(support[ModelFunction.knowledgeAutoCall]).toBeUndefined()
})
