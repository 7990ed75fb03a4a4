import type { CardButton, CardDesign, CardElement, CardLeaf } from '@orrery/contract'

export type AnyElement = CardElement | CardLeaf
export type InputElement = Extract<AnyElement, { type: 'input' | 'select' | 'date' | 'rating' }>

const inputTypes: readonly string[] = ['input', 'select', 'date', 'rating']
export const isInput = (element: AnyElement): element is InputElement => inputTypes.includes(element.type)

/** The lists of elements inside an element, each with the list variable it is repeated for. */
export function groupsIn(element: AnyElement): { elements: readonly CardLeaf[]; items?: string }[] {
  if (element.type === 'columns') return element.columns
  if (element.type === 'list' || element.type === 'slides') return [element]
  return []
}

export interface Placed {
  element: AnyElement
  /** The list variable that the element is repeated for. */
  items?: string
  parent?: CardElement
}
/** Every element of a card, each container before its content. */
export function placedIn(design: Pick<CardDesign, 'elements'>): Placed[] {
  return design.elements.flatMap((element) => [
    { element },
    ...groupsIn(element).flatMap(({ elements, items }) =>
      elements.map((inner) => ({ element: inner, parent: element, ...(items !== undefined && { items }) })),
    ),
  ])
}

export const inputsOf = (design: Pick<CardDesign, 'elements'>): InputElement[] =>
  placedIn(design)
    .map(({ element }) => element)
    .filter(isInput)

export interface PlacedButton {
  button: CardButton
  items?: string
}
export const buttonsOf = (design: Pick<CardDesign, 'elements'>): PlacedButton[] =>
  placedIn(design).flatMap(({ element, items }) =>
    element.type === 'buttons'
      ? element.buttons.map((button) => ({ button, ...(items !== undefined && { items }) }))
      : [],
  )

/** The texts of an element that may contain variables. */
export function textsOf(element: AnyElement): string[] {
  switch (element.type) {
    case 'header':
      return [element.title, element.subtitle]
    case 'text':
    case 'markdown':
    case 'footer':
    case 'tag':
      return [element.text]
    case 'picture':
      return [element.src, element.alt]
    case 'facts':
      return element.rows.flatMap((row) => [row.label, row.value])
    case 'progress':
      return [element.label, element.value, element.max]
    case 'buttons':
      return element.buttons.flatMap((button) => [button.label, ...actionTexts(button)])
    default:
      return []
  }
}
/** The texts of a table or chart, where each row is an item. */
export function rowTextsOf(element: AnyElement): string[] {
  if (element.type === 'table') return element.columns.flatMap((column) => [column.title, column.value])
  return element.type === 'chart' ? [element.label, element.value] : []
}

export function actionTexts({ action }: CardButton): string[] {
  switch (action.type) {
    case 'say':
    case 'submit':
      return [action.text]
    case 'open':
      return [action.url]
    case 'run':
      return Object.values(action.inputs)
    case 'change':
      return Object.values(action.set)
  }
}
