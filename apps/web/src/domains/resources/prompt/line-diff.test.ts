import { describe, expect, it } from 'vitest'
import { countChanges, lineDiff } from './line-diff.ts'

const draw = (before: string, after: string) =>
  lineDiff(before, after).map(
    ({ kind, pieces }) =>
      ({ same: ' ', added: '+', removed: '-' })[kind] +
      pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''),
  )

describe('the difference between two texts', () => {
  it('is empty for equal texts, with or without a final line break', () => {
    expect(countChanges(lineDiff('a\nb', 'a\nb\n'))).toEqual({ added: 0, removed: 0 })
  })
  it('compares lines, and marks the changed words of a changed line', () => {
    expect(draw('# Role\nYou are kind.\nEnd', '# Role\nYou are strict.\nEnd')).toEqual([
      ' # Role',
      '-You are [kind].',
      '+You are [strict].',
      ' End',
    ])
  })
  it('finds the changed words of a Chinese sentence', () => {
    expect(draw('请根据客户的投诉内容判断。', '请根据客户的退款申请判断。')).toEqual([
      '-请根据客户的[投诉内容]判断。',
      '+请根据客户的[退款申请]判断。',
    ])
  })
  it('does not pair lines if the two sides have different numbers of lines', () => {
    expect(draw('one', 'two\nthree')).toEqual(['-one', '+two', '+three'])
    expect(draw('', 'new')).toEqual(['+new'])
    expect(draw('old', '')).toEqual(['-old'])
  })
})
