import { expect, test } from 'vitest'
import { textsOfCanvas } from './canvas-texts.ts'

test('texts that people wrote are extracted from a canvas, names of settings are not', () => {
  const literal = (content: unknown) => ({ type: 'string', value: { type: 'literal', content } })
  const schema = JSON.stringify({
    nodes: [
      {
        id: '110001',
        type: '3',
        data: {
          nodeMeta: { title: 'Write the reply' },
          inputs: {
            inputParameters: [{ name: 'customer', input: literal('Ada') }],
            llmParam: [
              { name: 'modelType', input: literal('1745') },
              { name: 'modleName', input: literal('Large 32k') },
              { name: 'prompt', input: literal('Answer politely') },
              { name: 'systemPrompt', input: literal('You work in a shop') },
            ],
          },
        },
      },
    ],
    edges: [],
  })
  expect(textsOfCanvas(schema, 1000).split('\n')).toEqual([
    'Write the reply',
    'customer',
    'Ada',
    'Answer politely',
    'You work in a shop',
  ])
})
