import { describe, expect, it } from 'vitest'
import { readQuestion } from './read-question.ts'

describe('the question of a run', () => {
  it('is the last question of the conversation', () => {
    const data = {
      messages: [
        { type: 'question', content: 'First?' },
        { type: 'answer', content: 'x' },
        { type: 'question', content: 'Again?' },
      ],
    }
    expect(readQuestion(JSON.stringify(data))).toEqual({ text: 'Again?', options: [], fields: [] })
  })
  it('has its options', () => {
    const content = { question: 'Which?', options: [{ name: 'Yes' }, { name: '' }, { name: 'No' }] }
    expect(readQuestion(JSON.stringify({ messages: [{ type: 'question', content }] }))).toMatchObject({
      text: 'Which?',
      options: ['Yes', 'No'],
    })
  })
  it('is read as a form if it is one', () => {
    const content = JSON.stringify([
      { name: 'city', type: 'string', required: true },
      { name: 'days', type: 'integer' },
    ])
    const { fields } = readQuestion(JSON.stringify({ content_type: 'form_schema', content }))
    expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['city', 'string', true],
      ['days', 'integer', false],
    ])
  })
  it('is the unchanged text if it cannot be parsed', () => {
    expect(readQuestion('Go on?').text).toBe('Go on?')
  })
})
