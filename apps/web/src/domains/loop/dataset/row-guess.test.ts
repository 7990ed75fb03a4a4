import { expect, test } from 'vitest'
import { guessFields } from './row-guess.ts'

const field = (key: string, name: string, status = 1) => ({ key, name, status })
const values = ['question', 'answer'].map((name) => ({ name, text: name }))

test('values are matched to fields of the same name or of a synonym', () => {
  expect(guessFields(values, [field('f1', 'Answer'), field('f2', 'Question')], {})).toEqual({
    question: 'f2',
    answer: 'f1',
  })
  expect(guessFields(values, [field('f1', 'reference_output'), field('f2', 'input')], {})).toEqual({
    question: 'f2',
    answer: 'f1',
  })
  expect(guessFields(values, [field('f1', 'input', 2), field('f3', 'other')], {})).toEqual({})
})
test('a remembered choice wins over names, and a value left out last time is left out again', () => {
  const fields = [field('f1', 'question'), field('f2', 'other'), field('f3', 'answer')]
  expect(guessFields(values, fields, { question: 'f2', answer: '' })).toEqual({ question: 'f2' })
})
