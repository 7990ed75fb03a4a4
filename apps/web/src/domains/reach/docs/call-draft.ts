import { exampleValue, type Seeds } from './example-value.ts'
import { resolve } from './json-schema.ts'
import type { Operation } from './reference.ts'

/** Form values for trying a call. */
export interface CallDraft {
  params: Record<string, string>
  /** The text as typed; it may be invalid JSON. */
  body: string
  /** Fields of a form: text, or a file. */
  form: Record<string, string | File>
}

export function firstDraft(operation: Operation, seeds: Seeds = {}): CallDraft {
  const { parameters, body } = operation
  const params = parameters
    .filter((parameter) => parameter.required || seeds[parameter.name] !== undefined)
    .map((parameter) => [parameter.name, seeds[parameter.name] ?? ''] as const)
  return {
    params: Object.fromEntries(params),
    body: body?.is === 'json' ? JSON.stringify(exampleValue(body.schema, body.schema, seeds), null, 2) : '',
    form: {},
  }
}

/** The fields of a form, and which of them take a file. */
export function formFields(operation: Operation): { name: string; isFile: boolean; required: boolean }[] {
  if (operation.body?.is !== 'form') return []
  const { schema } = operation.body
  return Object.entries(schema.properties ?? {}).map(([name, item]) => ({
    name,
    isFile: resolve(item, schema).format === 'binary',
    required: schema.required?.includes(name) ?? false,
  }))
}

export function parseBody(text: string): { value: unknown } | { fault: string } {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** The path with its parameters filled in, followed by the query. Parameters without a value keep their braces. */
export function addressOf({ path, parameters }: Operation, params: Record<string, string>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    params[name] ? encodeURIComponent(params[name]) : whole,
  )
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    const value = params[parameter.name]
    if (parameter.in === 'query' && value) query.set(parameter.name, value)
  }
  const text = query.toString()
  return text ? `${filled}?${text}` : filled
}

/** The names of required values that are missing. */
export function missingIn(operation: Operation, draft: CallDraft): string[] {
  const params = operation.parameters
    .filter((parameter) => parameter.required && !draft.params[parameter.name])
    .map((parameter) => parameter.name)
  const fields = formFields(operation)
    .filter((formField) => formField.required && !draft.form[formField.name])
    .map((formField) => formField.name)
  return [...params, ...fields]
}
