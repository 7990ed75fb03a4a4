import { expect, test } from 'vitest'
import { contentOf, emptyFill, formOf, isWritten } from './fill-form.ts'

test('a setup converted to the wire format and back is unchanged', () => {
  const byModel = {
    ...emptyFill('model'),
    modelId: '7',
    prompt: 'Upper case: {{input}}',
    votes: 3,
    rows: 'failed',
  } as const
  expect(formOf(contentOf(byModel, 'out'))).toEqual(byModel)
  for (const batch of ['local', 'provider'] as const) {
    const asBatch = { ...byModel, batch, fillsNewRows: false }
    expect(formOf(contentOf(asBatch, 'out'))).toEqual(asBatch)
  }
  const byPython = {
    ...emptyFill('python'),
    code: 'def process(item):\n    return 1',
    rows: 'all',
    fillsNewRows: true,
  } as const
  expect(formOf(contentOf(byPython, 'out'))).toEqual(byPython)
})

test('the default model of the space is sent without an id', () => {
  const content = contentOf({ ...emptyFill('model'), prompt: 'x' }, 'out')
  expect(content.aiAnnotator?.onlineAIAnnotator?.annotator.manualAnnotator.model).toEqual({})
})

test('a setup without a prompt or code cannot run', () => {
  expect(isWritten(emptyFill('model'))).toBe(false)
  expect(isWritten({ ...emptyFill('model'), prompt: ' ' })).toBe(false)
  expect(isWritten(emptyFill('python'))).toBe(true)
})
