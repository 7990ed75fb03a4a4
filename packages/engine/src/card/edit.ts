import type { CardDesign, CardElement, CardLeaf, CardVariable } from '@orrery/contract'
import { type AnyElement, groupsIn, isInput, placedIn } from './parts.ts'

/** The position of an element: at the top, or in a part of another element. */
export interface CardPlace {
  /** Id of the containing element; absent at the top. */
  parent?: string
  /** Index of the column. */
  part: number
  index: number
}
export type ElementType = CardElement['type']

const containers: readonly string[] = ['columns', 'list', 'slides']
export const isContainer = (type: string): boolean => containers.includes(type)

/** Lists and slides hold no inputs, and containers hold no containers. */
export function mayHold(parent: ElementType, type: ElementType): boolean {
  if (isContainer(type)) return false
  return parent === 'columns' || !['input', 'select', 'date', 'rating'].includes(type)
}

/** A free id made of the type and a number, so that stored cards stay readable. */
export function freeId(design: CardDesign, type: string): string {
  const taken = new Set(
    placedIn(design).flatMap(({ element }) => [
      element.id,
      ...(element.type === 'buttons' ? element.buttons.map(({ id }) => id) : []),
    ]),
  )
  for (let n = 1; ; n += 1) if (!taken.has(`${type}_${n}`)) return `${type}_${n}`
}
export function freeName(taken: readonly string[], base: string): string {
  if (!taken.includes(base)) return base
  for (let n = 2; ; n += 1) if (!taken.includes(`${base}_${n}`)) return `${base}_${n}`
}

const inGroups = (element: CardElement, change: (list: CardLeaf[], part: number) => CardLeaf[]): CardElement => {
  if (element.type === 'columns')
    return {
      ...element,
      columns: element.columns.map((column, part) => ({ elements: change(column.elements, part) })),
    }
  if (element.type === 'list' || element.type === 'slides')
    return { ...element, elements: change(element.elements, 0) as typeof element.elements }
  return element
}
const withElements = (design: CardDesign, elements: CardElement[]): CardDesign => ({ ...design, elements })

export function insertElement(design: CardDesign, element: AnyElement, place: CardPlace): CardDesign {
  if (place.parent === undefined)
    return withElements(design, design.elements.toSpliced(place.index, 0, element as CardElement))
  return withElements(
    design,
    design.elements.map((outer) =>
      outer.id === place.parent
        ? inGroups(outer, (list, part) =>
            part === place.part ? list.toSpliced(place.index, 0, element as CardLeaf) : list,
          )
        : outer,
    ),
  )
}

export const removeElement = (design: CardDesign, id: string): CardDesign =>
  withElements(
    design,
    design.elements
      .filter((element) => element.id !== id)
      .map((element) => inGroups(element, (list) => list.filter((inner) => inner.id !== id))),
  )

export const replaceElement = (design: CardDesign, element: AnyElement): CardDesign =>
  withElements(
    design,
    design.elements.map((outer) =>
      outer.id === element.id
        ? (element as CardElement)
        : inGroups(outer, (list) => list.map((inner) => (inner.id === element.id ? (element as CardLeaf) : inner))),
    ),
  )

export const findElement = (design: CardDesign, id: string): AnyElement | undefined =>
  placedIn(design).find(({ element }) => element.id === id)?.element

export function placeOf(design: CardDesign, id: string): CardPlace | undefined {
  const index = design.elements.findIndex((element) => element.id === id)
  if (index >= 0) return { part: 0, index }
  for (const outer of design.elements)
    for (const [part, { elements }] of groupsIn(outer).entries()) {
      const at = elements.findIndex((element) => element.id === id)
      if (at >= 0) return { parent: outer.id, part, index: at }
    }
  return undefined
}

/** Moves an element. If the new place cannot hold it, the card stays as it is. */
export function moveElement(design: CardDesign, id: string, to: CardPlace): CardDesign {
  const element = findElement(design, id)
  const from = placeOf(design, id)
  const parent = to.parent === undefined ? undefined : findElement(design, to.parent)
  if (!element || !from || to.parent === id) return design
  if (to.parent !== undefined && (!parent || !mayHold(parent.type, element.type))) return design
  const isSameList = from.parent === to.parent && from.part === to.part
  const index = isSameList && to.index > from.index ? to.index - 1 : to.index
  return insertElement(removeElement(design, id), element, { ...to, index })
}

/** Moves an element one step up or down; at the ends it leaves its container. */
export function stepElement(design: CardDesign, id: string, by: -1 | 1): CardDesign {
  const from = placeOf(design, id)
  if (!from) return design
  const outer = from.parent === undefined ? undefined : findElement(design, from.parent)
  const siblings = outer ? groupsIn(outer)[from.part]!.elements.length : design.elements.length
  const next = from.index + by
  if (next >= 0 && next < siblings) return moveElement(design, id, { ...from, index: by > 0 ? next + 1 : next })
  if (!outer) return design
  const around = placeOf(design, outer.id)!
  return moveElement(design, id, { part: 0, index: around.index + (by > 0 ? 1 : 0) })
}

/** Copies an element and puts the copy behind it, with new ids and input names. */
export function duplicateElement(design: CardDesign, id: string): { design: CardDesign; id: string } {
  const element = findElement(design, id)
  const place = placeOf(design, id)
  if (!element || !place) return { design, id }
  let at = design
  const renew = <T extends AnyElement>(one: T): T => {
    const renewed = { ...one, id: freeId(at, one.type) }
    // Reserve each new id with a placeholder before the next one is chosen.
    at = withElements(at, [...at.elements, { id: renewed.id, type: 'divider' }])
    if (renewed.type === 'buttons')
      renewed.buttons = renewed.buttons.map((button) => {
        const buttonId = freeId(at, 'button')
        at = withElements(at, [...at.elements, { id: buttonId, type: 'divider' }])
        return { ...button, id: buttonId }
      })
    if (isInput(renewed)) {
      const names = placedIn(design).flatMap(({ element: other }) => (isInput(other) ? [other.name] : []))
      renewed.name = freeName(names, renewed.name)
    }
    return renewed
  }
  const copy = inGroups(renew(element as CardElement), (list) => list.map(renew))
  return { design: insertElement(design, copy, { ...place, index: place.index + 1 }), id: copy.id }
}

export const saveVariable = (design: CardDesign, variable: CardVariable, before?: string): CardDesign => ({
  ...design,
  variables: design.variables.some(({ name }) => name === (before ?? variable.name))
    ? design.variables.map((other) => (other.name === (before ?? variable.name) ? variable : other))
    : [...design.variables, variable],
})
export const removeVariable = (design: CardDesign, name: string): CardDesign => ({
  ...design,
  variables: design.variables.filter((variable) => variable.name !== name),
})
