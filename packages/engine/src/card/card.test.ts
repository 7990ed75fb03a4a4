import type { CardDesign } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import {
  cardProblems,
  cardWords,
  designFromFields,
  drawCard,
  duplicateElement,
  fieldsOf,
  fillDesign,
  fixProblem,
  insertElement,
  moveElement,
  newElement,
  placedIn,
  removeElement,
  sampleData,
  stepElement,
} from './card.ts'
import { bigDesign } from './testing/big-design.ts'

const words = {
  title: 'Title',
  text: 'Text',
  picture: 'Image',
  label: 'Label',
  button: 'OK',
  option: 'Option',
  item: 'Item',
}
const empty: CardDesign = { format: 'card/1', elements: [], variables: [] }
const idsOf = (design: CardDesign) => placedIn(design).map(({ element }) => element.id)

describe('drawing', () => {
  it('fills in values, repeats lists and leaves out empty elements', () => {
    const drawn = drawCard(bigDesign, { ...sampleData(bigDesign), note: '' })
    expect(drawn.find(({ id }) => id === 'header_1')).toMatchObject({ title: 'News of Lima' })
    expect(drawn.some(({ id }) => id === 'note_1')).toBe(false)
    const list = drawn.find(({ id }) => id === 'list_1')!
    expect(list.type === 'list' && list.items.map(([first]) => first)).toMatchObject([
      { text: '1. One' },
      { text: '2. Two' },
    ])
    expect(drawCard(bigDesign, {}, { keepEmpty: true })).toHaveLength(bigDesign.elements.length)
  })
  it('uses the default where an answer has no value', () => {
    const drawn = drawCard({ ...bigDesign }, { headline: '' })
    expect(drawn[0]).toMatchObject({ title: 'No news' })
  })
  it('reads own properties only', () => {
    const design: CardDesign = {
      ...empty,
      elements: [{ id: 'a', type: 'text', text: '{{constructor.name}}{{x.toString}}{{__proto__.y}}!', tone: 'normal' }],
    }
    expect(drawCard(design, { x: {} })).toMatchObject([{ text: '!' }])
  })
  it('has a text form for clients that draw no cards', () => {
    expect(cardWords(drawCard(bigDesign, sampleData(bigDesign)))).toContain('- 1. One · Open One: https://a.test/1')
  })
})

describe('variables', () => {
  it('are filled from the mapped places of an answer, with lists cut to the limit and values converted to their type', () => {
    const design: CardDesign = {
      ...empty,
      variables: [
        { name: 'n', type: 'number', title: '', sample: 1, default: '', fields: [] },
        {
          name: 'rows',
          type: 'list',
          title: '',
          sample: [],
          default: '',
          fields: [{ name: 'a', type: 'number', title: '' }],
        },
      ],
    }
    const answer = { total: '12', data: { list: [{ x: { y: '1' } }, { x: { y: 'no' } }, { x: { y: 3 } }] } }
    expect(fillDesign(design, { n: 'total', rows: 'data.list', 'rows.a': 'data.list.x.y' }, answer, 2)).toEqual({
      n: 12,
      rows: [{ a: 1 }, { a: null }],
    })
    expect(fieldsOf(design).map(({ name, of }) => [name, of])).toEqual([
      ['n', ''],
      ['rows', ''],
      ['rows.a', 'rows'],
    ])
  })
  it('of a card that only lists fields become a drawing without problems', () => {
    const fields = [
      { name: 'items', type: 'list', title: 'Items' },
      { name: 'title', type: 'text', title: 'Title' },
      { name: 'link', type: 'link', title: 'Link' },
    ]
    expect(cardProblems(designFromFields(fields, false))).toEqual([])
    expect(cardProblems(designFromFields(fields.slice(1), false))).toEqual([])
  })
})

describe('problems', () => {
  const broken: Record<string, CardDesign> = {
    empty,
    unknownName: { ...empty, elements: [{ id: 'a', type: 'text', text: '{{who}}', tone: 'normal' }] },
    noItems: { ...empty, elements: [{ id: 'a', type: 'list', items: '', elements: [] }] },
    noAlt: { ...empty, elements: [{ id: 'a', type: 'picture', src: 'https://a.test', alt: '' }] },
    noOptions: {
      ...empty,
      elements: [{ id: 'a', type: 'select', name: 's', label: 'S', options: [], required: false }],
    },
    inputTwice: {
      ...empty,
      elements: [
        { id: 'a', type: 'date', name: 'd', label: '', required: false },
        { id: 'b', type: 'date', name: 'd', label: '', required: false },
      ],
    },
    inputsNotSent: { ...empty, elements: [{ id: 'a', type: 'date', name: 'd', label: '', required: false }] },
    unused: {
      ...empty,
      elements: [{ id: 'a', type: 'divider' }],
      variables: [{ name: 'x', type: 'text', title: '', sample: '', default: '', fields: [] }],
    },
    ...Object.fromEntries(
      (
        [
          ['badLink', { type: 'open', url: 'javascript:alert(1)' }, 'Go'],
          ['noLabel', { type: 'say', text: 'x' }, ' '],
          ['submitWithoutInputs', { type: 'submit', text: '' }, 'Send'],
        ] as const
      ).map(([code, action, label]) => [
        code,
        {
          ...empty,
          elements: [
            { id: 'a', type: 'buttons', buttons: [{ id: 'b', label, look: 'plain', repeatable: false, action }] },
          ],
        } satisfies CardDesign,
      ]),
    ),
  }
  it.each(Object.entries(broken))('%s is found, and its fix removes it', (code, design) => {
    const found = cardProblems(design).find((problem) => problem.code === code)!
    expect(found).toBeDefined()
    const fixed = fixProblem(design, found, words)
    expect(cardProblems(fixed).some((problem) => problem.code === code && problem.at === found.at)).toBe(false)
  })
  it('are all resolved when each is fixed in turn', () => {
    let design: CardDesign = {
      ...empty,
      elements: [
        {
          id: 'l',
          type: 'list',
          items: 'rows',
          elements: [{ id: 't', type: 'text', text: '{{item.name}} {{input.x}} {{other}}', tone: 'normal' }],
        },
      ],
    }
    for (let step = 0; step < 20 && cardProblems(design).length; step += 1)
      design = fixProblem(design, cardProblems(design)[0]!, words)
    expect(cardProblems(design)).toEqual([])
  })
})

describe('edits', () => {
  const filled = (['header', 'columns', 'list', 'text', 'input'] as const).reduce(
    (design, type) => insertElement(design, newElement(design, type, words), { part: 0, index: 99 }),
    empty,
  )
  it('move elements among neighbours, into containers and out of them, without losing any', () => {
    const into = moveElement(filled, 'text_1', { parent: 'columns_1', part: 1, index: 0 })
    expect(into.elements).toHaveLength(4)
    expect(idsOf(into).toSorted()).toEqual(idsOf(filled).toSorted())
    expect(stepElement(into, 'text_1', -1).elements.map(({ id }) => id)).toEqual([
      'header_1',
      'text_1',
      'columns_1',
      'list_1',
      'input_1',
    ])
    expect(stepElement(filled, 'header_1', 1).elements[1]!.id).toBe('header_1')
    expect(stepElement(filled, 'header_1', -1)).toEqual(filled)
  })
  it('refuse to put an element into a container that cannot hold it', () => {
    for (const id of ['input_1', 'columns_1'])
      expect(moveElement(filled, id, { parent: 'list_1', part: 0, index: 0 })).toBe(filled)
  })
  it('copy elements under new ids', () => {
    const { design, id } = duplicateElement(bigDesign, 'list_1')
    expect(new Set(idsOf(design)).size).toBe(idsOf(design).length)
    expect(idsOf(removeElement(design, id))).toEqual(idsOf(bigDesign))
  })
})
