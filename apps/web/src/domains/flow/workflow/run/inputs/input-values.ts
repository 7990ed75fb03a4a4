import type { InputField } from './input-field.ts'

export type InputValues = Readonly<Record<string, string>>
export type InputFault = 'required' | 'number' | 'integer' | 'json'

/** Validation error of each field. */
export function faultsOf(fields: readonly InputField[], values: InputValues): Record<string, InputFault> {
  const faults: Record<string, InputFault> = {}
  for (const field of fields) {
    const fault = faultOf(field, values[field.name] ?? '')
    if (fault) faults[field.name] = fault
  }
  return faults
}

function faultOf({ kind, isRequired, fallback }: InputField, value: string): InputFault | undefined {
  if (value.trim() === '') return isRequired && fallback === '' ? 'required' : undefined
  if (kind === 'integer') return /^-?\d+$/.test(value.trim()) ? undefined : 'integer'
  if (kind === 'number') return Number.isFinite(Number(value)) ? undefined : 'number'
  if (kind === 'json' || kind === 'files') return readJson(value) === undefined ? 'json' : undefined
  return undefined
}

/** Omits empty values: the workflow uses its own defaults for them. */
export function toInput(fields: readonly InputField[], values: InputValues): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name] ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** Serialises all values to one JSON object, which the person can edit as text. */
export function writeValues(fields: readonly InputField[], values: InputValues): string {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const text = values[field.name] ?? ''
    if (text === '') return []
    if (field.kind === 'string' || field.kind === 'time' || field.kind === 'file') return [[field.name, text]]
    return [[field.name, readJson(text) ?? text]]
  })
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

/** Reads values from such a JSON object; undefined if the text is not an object. */
export function readValues(text: string): Record<string, string> | undefined {
  const value = readJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, valueText(item)]))
}

export const valueText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
