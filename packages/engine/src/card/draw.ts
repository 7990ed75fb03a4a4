import type { CardAction, CardDesign, CardElement, CardLeaf, CardTone } from '@orrery/contract'
import { type AnyElement, type InputElement, isInput } from './parts.ts'
import { type CardScope, fillText, isNothing, valueAt } from './texts.ts'

export interface DrawnButton {
  id: string
  label: string
  look: 'main' | 'plain' | 'danger'
  action: CardAction['type']
  /** The address of a button that opens a link. */
  url?: string
  /** The index of the list item that contains the button. */
  item?: number
}
/** An element with its values filled in, as pages and channels show it. */
export type Drawn =
  | { id: string; type: 'header'; title: string; subtitle: string }
  | { id: string; type: 'text'; text: string; tone: CardTone }
  | { id: string; type: 'markdown' | 'footer'; text: string }
  | { id: string; type: 'tag'; text: string; tone: CardTone }
  | { id: string; type: 'picture'; src: string; alt: string }
  | { id: string; type: 'facts'; rows: { label: string; value: string }[] }
  | { id: string; type: 'table'; columns: string[]; rows: string[][] }
  | { id: string; type: 'chart'; points: { label: string; value: number }[] }
  | { id: string; type: 'divider' }
  | { id: string; type: 'progress'; label: string; value: number; max: number }
  | { id: string; type: 'buttons'; buttons: DrawnButton[] }
  | InputElement
  | { id: string; type: 'columns'; columns: Drawn[][] }
  | { id: string; type: 'list' | 'slides'; items: Drawn[][] }

interface DrawOptions {
  /** Keeps elements that come out empty, for the editor. */
  keepEmpty?: boolean
}

/** The sample values, used by the editor and the previews of channels. */
export const sampleData = (design: Pick<CardDesign, 'variables'>): Record<string, unknown> =>
  Object.fromEntries(design.variables.map(({ name, sample }) => [name, sample]))

const withDefaults = (design: CardDesign, data: CardScope): CardScope => ({
  ...Object.fromEntries(design.variables.map((variable) => [variable.name, variable.default])),
  ...Object.fromEntries(Object.entries(data).filter(([, value]) => !isNothing(value))),
})

const itemsAt = (scope: CardScope, name: string): unknown[] => {
  const value = valueAt(scope, name)
  return Array.isArray(value) ? value : []
}
const scopeOf = (scope: CardScope, item: unknown, index: number): CardScope => ({ ...scope, item, index: index + 1 })
const numberOf = (text: string): number => {
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : 0
}

/** Fills a card with values. Elements that come out empty are left out. */
export function drawCard(design: CardDesign, data: CardScope, { keepEmpty = false }: DrawOptions = {}): Drawn[] {
  const scope = withDefaults(design, data)
  const drawAll = (elements: readonly AnyElement[], at: CardScope, item?: number): Drawn[] =>
    elements.map((element) => drawOne(element, at, item)).filter((drawn) => keepEmpty || !isEmpty(drawn))
  function drawOne(element: CardElement | CardLeaf, at: CardScope, item?: number): Drawn {
    const { id } = element
    const fill = (text: string) => fillText(text, at)
    if (isInput(element)) return element
    switch (element.type) {
      case 'header':
        return { id, type: 'header', title: fill(element.title), subtitle: fill(element.subtitle) }
      case 'text':
        return { id, type: 'text', text: fill(element.text), tone: element.tone }
      case 'markdown':
      case 'footer':
        return { id, type: element.type, text: fill(element.text) }
      case 'tag':
        return { id, type: 'tag', text: fill(element.text), tone: element.tone }
      case 'picture':
        return { id, type: 'picture', src: fill(element.src), alt: fill(element.alt) }
      case 'facts':
        return {
          id,
          type: 'facts',
          rows: element.rows
            .map((row) => ({ label: fill(row.label), value: fill(row.value) }))
            .filter(({ value }) => keepEmpty || value !== ''),
        }
      case 'table':
        return {
          id,
          type: 'table',
          columns: element.columns.map(({ title }) => fill(title)),
          rows: itemsAt(at, element.items).map((one, index) =>
            element.columns.map(({ value }) => fillText(value, scopeOf(at, one, index))),
          ),
        }
      case 'chart':
        return {
          id,
          type: 'chart',
          points: itemsAt(at, element.items).map((one, index) => {
            const inItem = scopeOf(at, one, index)
            return { label: fillText(element.label, inItem), value: numberOf(fillText(element.value, inItem)) }
          }),
        }
      case 'divider':
        return { id, type: 'divider' }
      case 'progress':
        return {
          id,
          type: 'progress',
          label: fill(element.label),
          // NaN marks a missing figure, which is not shown.
          value: fill(element.value).trim() === '' && !keepEmpty ? Number.NaN : numberOf(fill(element.value)),
          max: numberOf(fill(element.max)) || 100,
        }
      case 'buttons':
        return {
          id,
          type: 'buttons',
          buttons: element.buttons.map((button) => ({
            id: button.id,
            label: fill(button.label),
            look: button.look,
            action: button.action.type,
            ...(button.action.type === 'open' && { url: fill(button.action.url) }),
            ...(item !== undefined && { item }),
          })),
        }
      case 'columns':
        return { id, type: 'columns', columns: element.columns.map((column) => drawAll(column.elements, at, item)) }
      case 'list':
      case 'slides':
        return {
          id,
          type: element.type,
          items: itemsAt(at, element.items).map((one, index) =>
            drawAll(element.elements, scopeOf(at, one, index), index),
          ),
        }
    }
  }
  return drawAll(design.elements, scope)
}

function isEmpty(drawn: Drawn): boolean {
  switch (drawn.type) {
    case 'header':
      return drawn.title === '' && drawn.subtitle === ''
    case 'text':
    case 'markdown':
    case 'footer':
    case 'tag':
      return drawn.text.trim() === ''
    case 'picture':
      return drawn.src === ''
    case 'facts':
    case 'table':
      return drawn.rows.length === 0
    case 'chart':
      return drawn.points.length === 0
    case 'buttons':
      return drawn.buttons.length === 0
    case 'columns':
      return drawn.columns.every((column) => column.length === 0)
    case 'list':
    case 'slides':
      return drawn.items.length === 0
    case 'progress':
      return Number.isNaN(drawn.value)
    default:
      return false
  }
}

/** The scope for the texts of an action: the values of the card, of an item, and of the inputs. */
export function actionScope(
  design: CardDesign,
  data: CardScope,
  input: CardScope,
  at?: { items: string; item: number },
) {
  const scope: CardScope = { ...withDefaults(design, data), input }
  if (!at) return scope
  return scopeOf(scope, itemsAt(scope, at.items)[at.item], at.item)
}
