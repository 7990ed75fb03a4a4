import { describe, expect, it } from 'vitest'
import { choicesFor, guessMapping, placesIn } from './card-paths.ts'

const leaf = (name: string) => ({ name, type: 2, children: [] })
const struct = [
  leaf('headline'),
  { name: 'items', type: 5, children: [{ name: '[Array Item]', type: 1, children: [leaf('title'), leaf('url')] }] },
  { name: 'source', type: 1, children: [leaf('name')] },
]
const text = (name: string, type = 'text') => ({ name, type, title: name })

describe('the paths of an answer', () => {
  const places = placesIn(struct)
  it('omit unnamed elements of lists', () => {
    expect(places.map(({ path }) => path)).toEqual([
      'headline',
      'items',
      'items.title',
      'items.url',
      'source',
      'source.name',
    ])
  })
  it('are offered for a plain field if they lead to a single value', () => {
    expect(choicesFor(text('title'), [text('title')], {}, places)).toEqual([
      'headline',
      'items.title',
      'items.url',
      'source.name',
    ])
  })
  it('inside a list are offered once the list is selected', () => {
    const fields = [text('items', 'list'), text('title')]
    expect(choicesFor(fields[0]!, fields, {}, places)).toEqual(['items'])
    expect(choicesFor(fields[1]!, fields, {}, places)).toEqual([])
    expect(choicesFor(fields[1]!, fields, { items: 'items' }, places)).toEqual(['items.title', 'items.url'])
  })
  it('are matched to fields by their names', () => {
    expect(guessMapping([text('title'), text('items', 'list'), text('link', 'link')], places)).toEqual({
      items: 'items',
      title: 'items.title',
    })
  })
})
