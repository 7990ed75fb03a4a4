/** Values by name: the variables of a card, the item of a list, the inputs of a person. */
export type CardScope = Readonly<Record<string, unknown>>

const PLACE = /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g

/** Reads own properties only, so that no template reaches inherited ones. */
export function valueAt(scope: CardScope, path: string): unknown {
  let at: unknown = scope
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

export const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

function inWords(value: unknown): string {
  if (isNothing(value)) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Fills the placeholders of a text. */
export const fillText = (template: string, scope: CardScope): string =>
  template.includes('{{') ? template.replaceAll(PLACE, (_, path: string) => inWords(valueAt(scope, path))) : template

export const placesOf = (template: string): string[] => [...template.matchAll(PLACE)].map(([, path]) => path!)
