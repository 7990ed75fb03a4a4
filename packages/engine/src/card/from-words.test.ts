import { cardDesign } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { cardProblems, changedByWords, designFromWords, drawCard, sampleData } from './card.ts'

const typesOf = (description: string) => designFromWords(description, 'Card').elements.map(({ type }) => type)
const namesOf = (description: string) => designFromWords(description, 'Card').variables.map(({ name }) => name)

describe('a card from a description', () => {
  it('has an element for each value and a button for each button named', () => {
    const text = 'A product card with an image, name, price, a link and a button “Buy now”'
    expect(namesOf(text)).toEqual(['image', 'name', 'price', 'link'])
    expect(typesOf(text)).toEqual(['picture', 'header', 'facts', 'buttons', 'buttons'])
  })
  it('removes articles and nothing else from names', () => {
    expect(namesOf('with an amount, the address and author')).toEqual(['amount', 'address', 'author'])
  })
  it('understands Chinese and uses the person’s own words as titles', () => {
    const design = designFromWords('商品卡片，包含图片、标题、价格和退货说明', '卡片')
    expect(design.variables.map(({ name, title }) => [name, title])).toEqual([
      ['image', '图片'],
      ['title', '标题'],
      ['price', '价格'],
      ['field_4', '退货说明'],
    ])
  })
  it('can always be published', () => {
    const texts = [
      '',
      '卡片',
      'Weather',
      'with with and and',
      '{"city":"Lima"}',
      '['.repeat(50),
      'a, b, c and a button',
    ]
    for (const text of texts) {
      const design = designFromWords(text, 'Card')
      expect(cardDesign.safeParse(design).error?.issues).toBeUndefined()
      expect(cardProblems(design).filter(({ isError }) => isError)).toEqual([])
      expect(drawCard(design, sampleData(design)).length).toBeGreaterThan(0)
    }
  })
  it('is changed by words: new elements are added, named ones removed', () => {
    const before = designFromWords('with name and price', 'Card')
    const more = changedByWords(before, 'add status and a button Track', 'Card')
    expect(more.variables.map(({ name }) => name)).toEqual(['name', 'price', 'status'])
    expect(more.elements.slice(0, before.elements.length)).toEqual(before.elements)
    const less = changedByWords(more, 'remove the buttons', 'Card')
    expect(less.elements.map(({ type }) => type)).not.toContain('buttons')
    for (const design of [more, less]) {
      expect(cardDesign.safeParse(design).success).toBe(true)
      expect(cardProblems(design).filter(({ isError }) => isError)).toEqual([])
    }
  })
})
