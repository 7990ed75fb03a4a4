import { describe, expect, it } from 'vitest'
import { countChanges, lineDiff } from './line-diff.ts'

const draw = (before: string, after: string) =>
  lineDiff(before, after).map(
    ({ kind, pieces }) =>
      ({ same: ' ', added: '+', removed: '-' })[kind] +
      pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''),
  )

describe('the difference of two texts', () => {
  it('is nothing when they are the same, whether or not the last line is ended', () => {
    expect(countChanges(lineDiff('a\nb', 'a\nb\n'))).toEqual({ added: 0, removed: 0 })
  })
  it('goes line by line, and marks the words of a line that changed', () => {
    expect(draw('# Role\nYou are kind.\nEnd', '# Role\nYou are strict.\nEnd')).toEqual([
      ' # Role',
      '-You are [kind].',
      '+You are [strict].',
      ' End',
    ])
  })
  it('finds the words of a Chinese sentence', () => {
    expect(draw('请根据客户的投诉内容判断。', '请根据客户的退款申请判断。')).toEqual([
      '-请根据客户的[投诉内容]判断。',
      '+请根据客户的[退款申请]判断。',
    ])
  })
  it('does not pair lines that have no partner', () => {
    expect(draw('one', 'two\nthree')).toEqual(['-one', '+two', '+three'])
    expect(draw('', 'new')).toEqual(['+new'])
    expect(draw('old', '')).toEqual(['-old'])
  })
})
