import { describe, expect, test } from 'vitest'
import { nameOf } from './first-name.ts'

describe('the name of a bot that was only described', () => {
  test.each([
    ['Plan short city trips for busy people. Ask for dates first.', 'Plan short city'],
    ['answer questions about our docs', 'Answer questions'],
    ['回答产品问题，并给出链接', '回答产品问题'],
    ['x'.repeat(50), 'X' + 'x'.repeat(19)],
    ['  sort mail  ', 'Sort mail'],
  ])('%s', (input, name) => expect(nameOf(input)).toBe(name))
})
