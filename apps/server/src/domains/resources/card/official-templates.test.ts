import type { CardDesign } from '@orrery/contract'
import { previewCard } from '@orrery/engine/card'
import * as Adaptive from 'adaptivecards'
import { describe, expect, test } from 'vitest'
import { bigDesign } from '@orrery/engine/testing/big-design'
import { officialTemplates } from './official-templates.ts'

/** Parses Adaptive Cards with the official library, which reports unknown elements and missing properties. */
type Part = Record<string, unknown>
function read(payload: unknown) {
  const card = new Adaptive.AdaptiveCard()
  const context = new Adaptive.SerializationContext(Adaptive.Versions.v1_5)
  card.parse(payload, context)
  const read = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at))
  const faults = [...read, ...card.validateProperties().validationEvents].map(({ message }) => message)
  return { faults, kept: typesIn(card.toJSON() as Part), inputs: card.getAllInputs().map(({ id }) => id) }
}
const typesIn = (part: unknown): string[] => {
  if (Array.isArray(part)) return part.flatMap(typesIn)
  if (typeof part !== 'object' || part === null) return []
  const { type, ...rest } = part as Part
  return [...(typeof type === 'string' ? [type] : []), ...Object.values(rest).flatMap(typesIn)].toSorted()
}
const designs: [string, CardDesign][] = [
  ['a card with an element of every kind', bigDesign],
  ...(['en', 'zh-CN'] as const).flatMap((locale) =>
    officialTemplates(locale).map(({ name, design }): [string, CardDesign] => [`${name} (${locale})`, design]),
  ),
]

describe('the official library of Adaptive Cards', () => {
  test.each(designs)('accepts %s', (_, design) => {
    const { payload } = previewCard('adaptive', design)
    const { faults, kept } = read(payload)
    expect(faults).toEqual([])
    // The library left nothing out as unknown.
    expect(kept).toEqual(typesIn(payload))
  })
  test('reports unknown elements, missing addresses and invalid values', () => {
    const body = (...parts: Part[]) => ({ type: 'AdaptiveCard', version: '1.5', body: parts })
    expect(read(body({ type: 'Carousel2' })).faults).toHaveLength(1)
    expect(read(body({ type: 'TextBlock', text: 'x', color: 'Purple' })).faults).toHaveLength(1)
    expect(read(body({ type: 'Input.Text' })).faults).toHaveLength(1)
    expect(read(body({ type: 'ActionSet', actions: [{ type: 'Action.OpenUrl', title: 'x' }] })).faults).toHaveLength(1)
  })
  test('finds the fields of a form under the names that their values are sent with', () => {
    const { inputs } = read(previewCard('adaptive', bigDesign).payload)
    expect(inputs).toEqual(['name', 'city', 'day', 'stars'])
  })
})
