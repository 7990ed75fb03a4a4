import { cardDesign } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { cardProblems, designFromAnswer, drawCard, sampleData } from './card.ts'

const typesOf = (answer: unknown) => designFromAnswer(answer)!.elements.map(({ type }) => type)

describe('a layout for an answer', () => {
  it('shows each value in the element that suits its type and length', () => {
    const answer = {
      title: 'Lima',
      temperature: 21,
      photo: 'https://a.test/lima.jpg',
      more: 'https://a.test/lima',
      report: 'x'.repeat(100),
      wind: { speed: 3 },
    }
    expect(typesOf(answer)).toEqual(['picture', 'header', 'text', 'facts', 'buttons'])
    expect(designFromAnswer(answer)!.variables.map(({ name, type }) => [name, type])).toContainEqual([
      'wind_speed',
      'number',
    ])
  })
  it('repeats a list, as slides if its items have pictures', () => {
    expect(typesOf({ total: 2, data: { rows: [{ name: 'One' }, { name: 'Two', url: 'https://a.test' }] } })).toEqual([
      'facts',
      'list',
    ])
    expect(typesOf([{ name: 'One', image: 'https://a.test/1.png' }])).toEqual(['slides'])
  })
  it('has no problems, fits the schema, and shows the samples', () => {
    for (const answer of [
      { a: 1 },
      { '1 odd-name': 'x', list: [{ 'odd name': 'y', 2: 'z' }] },
      [{ x: { y: 'deep' } }, { x: { y: 'er' } }],
    ]) {
      const design = designFromAnswer(answer)!
      expect(cardDesign.safeParse(design).error?.issues).toBeUndefined()
      expect(cardProblems(design)).toEqual([])
      expect(drawCard(design, sampleData(design)).length).toBeGreaterThan(0)
    }
  })
  it('does not exist for an answer that holds no object', () => {
    for (const answer of [null, 'x', 3, [], {}, [1, 2]]) expect(designFromAnswer(answer)).toBeUndefined()
  })
})
