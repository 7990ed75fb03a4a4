/** A question of a run to the person: choices, or a few fields. What it does not recognise is answered in free words. */
export interface CardOption {
  label: string
  value: string
}
export interface CardField {
  name: string
  label: string
  isRequired: boolean
  isNumber: boolean
}
export interface InterruptCard {
  options: readonly CardOption[]
  fields: readonly CardField[]
}

type Raw = Record<string, unknown>

export function readCard(card: unknown): InterruptCard {
  if (typeof card !== 'object' || card === null) return { options: [], fields: [] }
  const raw = card as Raw
  return {
    options: listOf(raw['options']).flatMap(optionOf),
    fields: listOf(raw['fields'] ?? raw['inputs']).flatMap(fieldOf),
  }
}

function optionOf(value: unknown): CardOption[] {
  if (typeof value === 'string') return [{ label: value, value }]
  if (typeof value !== 'object' || value === null) return []
  const raw = value as Raw
  const label = textOf(raw['label'] ?? raw['name'] ?? raw['content'] ?? raw['value'])
  return label ? [{ label, value: textOf(raw['value']) || label }] : []
}

function fieldOf(value: unknown): CardField[] {
  if (typeof value !== 'object' || value === null) return []
  const raw = value as Raw
  const name = textOf(raw['name'])
  if (!name) return []
  return [
    {
      name,
      label: textOf(raw['label'] ?? raw['description']) || name,
      isRequired: raw['required'] === true,
      isNumber: /^(number|integer|float)$/i.test(textOf(raw['type'])),
    },
  ]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What was filled in, as the run reads it. */
export function writeFields(fields: readonly CardField[], values: Record<string, string>): string {
  return JSON.stringify(
    Object.fromEntries(
      fields.map(({ name, isNumber }) => {
        const value = values[name] ?? ''
        return [name, isNumber && value !== '' ? Number(value) : value]
      }),
    ),
  )
}
