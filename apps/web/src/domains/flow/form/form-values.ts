import type { FormField } from './form.queries.ts'

export type FormFault = 'required' | 'integer' | 'number' | 'json'
export type FormValues = Readonly<Record<string, string>>

/** Validation errors, by field name. */
export function formFaults(fields: readonly FormField[], values: FormValues): Record<string, FormFault> {
  return Object.fromEntries(
    fields.flatMap((field): [string, FormFault][] => {
      const fault = faultOf(field, (values[field.name] ?? '').trim())
      return fault ? [[field.name, fault]] : []
    }),
  )
}

function faultOf({ kind, required }: FormField, value: string): FormFault | undefined {
  if (value === '') return required ? 'required' : undefined
  if (kind === 'integer') return /^[+-]?\d+$/.test(value) ? undefined : 'integer'
  if (kind === 'number') return Number.isFinite(Number(value)) ? undefined : 'number'
  if (kind === 'json') return isJson(value) ? undefined : 'json'
  return undefined
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Omits empty values: the workflow uses its own defaults for them. */
export const filledIn = (values: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
