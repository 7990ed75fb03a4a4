import { expect, it } from 'vitest'
import { belongsTogether } from './original-marks.ts'

it('the paragraphs of a slice are marked, regardless of line breaks', () => {
  const paragraph = 'Santa Luzia faces east,\nso the light is best at sunrise. The stairs are steep.'
  expect(belongsTogether(paragraph, 'Santa Luzia faces east, so the light is best at sunrise.')).toBe(true)
  expect(belongsTogether(paragraph, `Before it. ${paragraph.replace('\n', ' ')} After it.`)).toBe(true)
  expect(belongsTogether(paragraph, 'Tram 28 is slow and crowded from ten to six in the evening.')).toBe(false)
})

it('short lines are not marked by coincidence', () => {
  expect(belongsTogether('12', 'Page 12 speaks of whales and of the sea around them')).toBe(false)
  expect(belongsTogether('', 'anything')).toBe(false)
})
