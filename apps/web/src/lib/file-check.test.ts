import { describe, expect, it } from 'vitest'
import { checkImage, sortFiles } from './file-check.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

describe('a picture', () => {
  it('may be any image up to 2048 KB', () => {
    expect(checkImage(file('a.png', 'image/png', 2048 * 1024))).toBeNull()
    expect(checkImage(file('a.webp', ''))).toBeNull()
  })
  it.each([
    [file('a.png', 'image/png', 2048 * 1024 + 1), 'tooLarge'],
    [file('a.pdf', 'application/pdf'), 'notImage'],
    [file('a.txt', ''), 'notImage'],
    [file('a.png', 'image/png', 0), 'empty'],
  ])('%j is refused as %s', (picture, fault) => {
    expect(checkImage(picture)).toBe(fault)
  })
})

describe('dropped files', () => {
  it('are accepted by extension, by type and by wildcard type', () => {
    const files = [file('a.PDF', ''), file('b', 'text/plain'), file('c.gif', 'image/gif'), file('d.exe', '')]
    const { accepted, refused } = sortFiles(files, { accept: '.pdf, text/plain, image/*' })
    expect(accepted.map((item) => item.name)).toEqual(['a.PDF', 'b', 'c.gif'])
    expect(refused).toEqual([{ file: files[3], fault: 'wrongType' }])
  })

  it('count together with existing files', () => {
    const files = ['a', 'b', 'c'].map((name) => file(name, ''))
    const { accepted, refused } = sortFiles(files, { maxCount: 3, existing: 1 })
    expect(accepted.map((item) => item.name)).toEqual(['a', 'b'])
    expect(refused.map((item) => item.fault)).toEqual(['tooMany'])
  })

  it('do not count towards the maximum if they are refused for another reason', () => {
    const { accepted } = sortFiles([file('a', '', 0), file('b', '')], { maxCount: 1 })
    expect(accepted.map((item) => item.name)).toEqual(['b'])
  })

  it('must not exceed the largest size', () => {
    expect(sortFiles([file('a', '', 11)], { maxBytes: 10 }).refused[0]?.fault).toBe('tooLarge')
    expect(sortFiles([file('a', '', 10)], { maxBytes: 10 }).refused).toEqual([])
  })
})
