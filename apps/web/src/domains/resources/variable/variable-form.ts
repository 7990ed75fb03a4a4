import type { ProjectVariable } from './variable.queries.ts'

/** An edited variable of a bot or project. Variables of bots are text only and have no type. */
export interface VariableForm {
  key: string
  description: string
  default_value: string
  prompt_disabled: boolean
  is_disabled: boolean
  is_system?: boolean
  type?: VariableTypeName
  is_read_only?: boolean
}
export const variableTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'listString',
  'listInteger',
  'listNumber',
  'listBoolean',
  'listObject',
] as const
export type VariableTypeName = (typeof variableTypes)[number]
/** Type names as `dataTypeName` expects them: `listInteger` is `[integer]`. */
export const typeTextOf = (type: VariableTypeName): string =>
  type.startsWith('list') ? `[${type.slice('list'.length).toLowerCase()}]` : type

export const emptyVariable: VariableForm = {
  key: '',
  description: '',
  default_value: '',
  prompt_disabled: false,
  is_disabled: false,
}

interface Schema {
  type?: unknown
  schema?: unknown
}
const byNumber = new Map<unknown, VariableTypeName>([
  [1, 'string'],
  [2, 'integer'],
  [3, 'boolean'],
  [4, 'number'],
  [6, 'object'],
  [99, 'listString'],
  [100, 'listInteger'],
  [101, 'listBoolean'],
  [102, 'listNumber'],
  [103, 'listObject'],
])
const byName = new Map<unknown, VariableTypeName>([
  ['float', 'number'],
  ...(['string', 'integer', 'number', 'boolean', 'object'] as const).map((name) => [name, name] as const),
])
const listOf = (inner: VariableTypeName) =>
  variableTypes.find((variableType) => variableType.toLowerCase() === `list${inner}`)

/** The type in a schema. Clients write it as a name or a number. */
export function readType(schema: string): VariableTypeName {
  if (!schema.trim()) return 'string'
  try {
    const { type, schema: inner } = JSON.parse(schema) as Schema
    const isList = type === 'list' || type === 'array' || type === 5
    if (!isList) return byName.get(type) ?? byNumber.get(type) ?? 'string'
    return listOf(readType(JSON.stringify(inner ?? { type: 'string' }))) ?? 'listString'
  } catch {
    return 'string'
  }
}
/** The schema of a type. An unchanged type keeps its schema, and so the fields of an object. */
export function writeType(type: VariableTypeName, before: string): string {
  if (before && readType(before) === type) return before
  if (type === 'string') return ''
  const inner = /^list(\w+)$/.exec(type)?.[1]?.toLowerCase()
  return JSON.stringify(inner ? { type: 'list', schema: { type: inner } } : { type })
}

export const toForm = (variable: ProjectVariable): VariableForm => ({
  key: variable.Keyword,
  description: variable.Description,
  default_value: variable.DefaultValue,
  prompt_disabled: variable.PromptDisabled,
  is_disabled: !variable.Enable,
  type: readType(variable.Schema),
  is_read_only: variable.IsReadOnly,
})
export function fromForm(form: VariableForm, channel: number, before?: ProjectVariable): ProjectVariable {
  const type = form.type ?? 'string'
  return {
    Keyword: form.key,
    Description: form.description,
    DefaultValue: form.default_value,
    PromptDisabled: form.prompt_disabled,
    Enable: !form.is_disabled,
    IsReadOnly: form.is_read_only ?? false,
    Channel: channel as ProjectVariable['Channel'],
    VariableType: type.startsWith('list') ? 2 : 1,
    Schema: writeType(type, before?.Schema ?? ''),
    EffectiveChannelList: before?.EffectiveChannelList ?? [],
  }
}

/** Whether a default fits the type. An empty text is no default. */
export function isDefaultOf(type: VariableTypeName, text: string): boolean {
  if (text === '' || type === 'string') return true
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return false
  }
  const fits = (kind: string, value: unknown) =>
    kind === 'integer'
      ? Number.isInteger(value)
      : kind === 'object'
        ? typeof value === 'object' && value !== null && !Array.isArray(value)
        : typeof value === kind
  const inner = /^list(\w+)$/.exec(type)?.[1]?.toLowerCase()
  return inner ? Array.isArray(value) && value.every((item) => fits(inner, item)) : fits(type, value)
}
