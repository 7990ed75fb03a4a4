import type { CardButton, CardDesign, CardLeaf, CardVariable } from '@orrery/contract'

/** Chooses the text in the user's language. */
export type Say = (en: string, zh: string) => string
export interface Template {
  name: [string, string]
  draw(say: Say): Pick<CardDesign, 'elements' | 'variables'>
}
export const variable = (
  name: string,
  title: string,
  sample: CardVariable['sample'],
  type: CardVariable['type'] = 'text',
): CardVariable => ({
  name,
  type,
  title,
  sample,
  default: '',
  fields: [],
})
export const list = (
  name: string,
  title: string,
  fields: CardVariable['fields'],
  sample: CardVariable['sample'],
): CardVariable => ({
  name,
  type: 'list',
  title,
  sample,
  default: '',
  fields,
})
export const header = (title: string, subtitle = ''): CardLeaf => ({
  id: 'header_1',
  type: 'header',
  title,
  subtitle,
})
/** A row of buttons with ascending ids. */
export const buttons = (...given: Omit<CardButton, 'id'>[]): Extract<CardLeaf, { type: 'buttons' }> => ({
  id: 'buttons_1',
  type: 'buttons',
  buttons: given.map((button, at) => ({ id: `button_${at + 1}`, ...button })),
})
