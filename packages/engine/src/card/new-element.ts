import type { CardButton, CardDesign, CardElement, CardVariable } from '@orrery/contract'
import { type ElementType, freeId, freeName } from './edit.ts'
import { isInput, placedIn } from './parts.ts'

/** The initial texts of a new element, in the language of the person. */
export interface FirstWords {
  title: string
  text: string
  picture: string
  label: string
  button: string
  option: string
  item: string
}
export const elementTypes: readonly ElementType[] = [
  'header',
  'text',
  'markdown',
  'picture',
  'facts',
  'columns',
  'list',
  'slides',
  'table',
  'chart',
  'divider',
  'tag',
  'progress',
  'buttons',
  'input',
  'select',
  'date',
  'rating',
  'footer',
]

export const newVariable = (name: string, type: CardVariable['type'] = 'text', title = name): CardVariable => ({
  name,
  type,
  title,
  sample: type === 'list' ? [] : type === 'number' ? 1 : type === 'boolean' ? true : title,
  default: '',
  fields: [],
})

export const newButton = (design: CardDesign, words: Pick<FirstWords, 'button'>): CardButton => ({
  id: freeId(design, 'button'),
  label: words.button,
  look: 'plain',
  repeatable: false,
  action: { type: 'say', text: words.button },
})

/** Creates an element of a type with its initial content. */
export function newElement(design: CardDesign, type: ElementType, words: FirstWords): CardElement {
  const id = freeId(design, type)
  const names = placedIn(design).flatMap(({ element }) => (isInput(element) ? [element.name] : []))
  const input = { id, name: freeName(names, type), label: words.label, required: false }
  const items = design.variables.find((variable) => variable.type === 'list')?.name ?? ''
  switch (type) {
    case 'header':
      return { id, type, title: words.title, subtitle: '' }
    case 'text':
      return { id, type, text: words.text, tone: 'normal' }
    case 'markdown':
    case 'footer':
      return { id, type, text: words.text }
    case 'picture':
      return { id, type, src: '', alt: words.picture }
    case 'facts':
      return { id, type, rows: [{ label: words.label, value: words.text }] }
    case 'columns':
      return { id, type, columns: [{ elements: [] }, { elements: [] }] }
    case 'list':
    case 'slides':
      return { id, type, items, elements: [] }
    case 'table':
      return { id, type, items, columns: [] }
    case 'chart':
      return { id, type, items, label: '', value: '' }
    case 'divider':
      return { id, type }
    case 'tag':
      return { id, type, text: words.label, tone: 'normal' }
    case 'progress':
      return { id, type, label: words.label, value: '50', max: '100' }
    case 'buttons':
      return { id, type, buttons: [newButton(design, words)] }
    case 'input':
      return { ...input, type, placeholder: '', lines: 1 }
    case 'select':
      return { ...input, type, options: [`${words.option} 1`, `${words.option} 2`] }
    case 'date':
      return { ...input, type }
    case 'rating':
      return { ...input, type, max: 5 }
  }
}
