import { field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { parseJson } from '#values/json.ts'
import { describe } from './describe.ts'
import type { Field, FieldOf, Section, When } from './description.ts'
import { isEmptyInput, isNothing } from '#canvas/empty-input.ts'
import { readDrawing } from './drawing.ts'
import { fieldsOf, elementOf } from './type-text.ts'
import type { StoredNode, ValueType } from './shapes.ts'
import { paramsOf, readPath, readSlot } from './slot.ts'
import { toolParams } from './nodes/calls.ts'
import { llmParams } from './nodes/models.ts'

/** Something a person still has to fill in or fix, and where in the form. */
export interface Gap {
  section: string
  field: string
  /** The item of a list: its name, or its number from 1. */
  item?: string
  /** Its text is `gap.<code>`. */
  code: 'empty' | 'none' | 'value' | 'name' | 'twice'
  /** A workflow with warnings can still run. */
  weight: 'error' | 'warning'
}
type Found = Pick<Gap, 'code'> & Partial<Pick<Gap, 'item' | 'weight'>>

export const goodName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Whether a field applies. One that another setting makes meaningless is neither shown nor required. */
export function isShown(data: unknown, when: When | undefined): boolean {
  return !when || when.is.includes(readSlot(data, when.slot))
}

export function shownFields(node: StoredNode): { section: Section; field: Field }[] {
  return (describe(node.type)?.sections ?? []).flatMap((section) =>
    section.fields.filter((field) => isShown(node.data, field.when)).map((field) => ({ section, field: field })),
  )
}

export function gapsOf(node: StoredNode): Gap[] {
  return shownFields(node).flatMap(({ section, field: item }) =>
    gapsIn(node, item).map((found) => ({ section: section.id, field: item.id, weight: 'error' as const, ...found })),
  )
}

const missing: Found[] = [{ code: 'empty' }]
const nothing: Found[] = [{ code: 'none' }]

function gapsIn(node: StoredNode, item: Field): Found[] {
  const { data } = node
  switch (item.kind) {
    case 'prompt':
    case 'line':
    case 'otherModel':
    case 'sql':
      return item.required && isNothing(readSlot(data, item.slot)) ? missing : []
    case 'code':
      return isNothing(readSlot(data, item.code)) ? missing : []
    case 'inputs':
      return inputGaps(paramsOf(data, item.path), item)
    case 'variables':
      return item.look === 'fixed' ? [] : nameGaps(variablesOf(paramsOf(data, item.path)))
    case 'rounds':
      return [...nameGaps(paramsOf(data, item.path)), ...valueGaps(paramsOf(data, item.path), 'error')]
    case 'value':
      return item.required && isEmptyInput(readPath(data, item.path)) ? missing : []
    case 'conditions':
      return conditionGaps(paramsOf(data, item.path))
    case 'model':
      return item.required && !modelOf(data, item) ? missing : []
    case 'options':
      return optionGaps(paramsOf(data, item.path))
    case 'assign':
      return assignGaps(paramsOf(data, item.path))
    case 'groups':
      return groupGaps(paramsOf(data, item.path))
    case 'form':
      return formGaps(readSlot(data, item.slot))
    case 'request':
      return textField(readPath(data, item.path), 'url').trim() ? [] : missing
    case 'pairs':
      return nameless(paramsOf(data, item.path))
    case 'database':
      return textField(paramsOf(data, item.path)[0], 'databaseInfoID') ? [] : missing
    case 'rowConditions':
      return rowGaps(listField(readPath(data, item.path), 'conditionList'), 'left', item.required === true)
    case 'rowValues':
      return rowGaps(paramsOf(data, item.path), 'fieldID', item.required === true)
    case 'knowledge': {
      const ids = field(field(field(paramsOf(data, item.path)[0], 'input'), 'value'), 'content')
      return item.required && isNothing(ids) ? missing : []
    }
    case 'workflow':
      return textField(readPath(data, item.path), 'workflowId') ? [] : missing
    case 'tool':
      return isNothing(readSlot(data, toolParams.toolId)) && isNothing(readSlot(data, toolParams.toolName))
        ? missing
        : []
    case 'delimiters':
      return isNothing(readSlot(data, { path: item.path, param: 'delimiters' })) ? missing : []
    case 'drawing':
      return drawingGaps(readSlot(data, item.slot))
    case 'errors':
      return errorGaps(readPath(data, item.path))
    default:
      return []
  }
}

function inputGaps(params: unknown[], fieldOf: FieldOf<'inputs'>): Found[] {
  if (!fieldOf.fixed) return [...nameGaps(params), ...valueGaps(params, 'warning')]
  return fieldOf.fixed
    .filter((wanted) => wanted.required)
    .filter((wanted) =>
      isEmptyInput(
        field(
          params.find((param) => textField(param, 'name') === wanted.name),
          'input',
        ),
      ),
    )
    .map((wanted) => ({ code: 'value', item: wanted.name }))
}

const label = (param: unknown, place: number): string => textField(param, 'name') || String(place + 1)

function nameGaps(list: readonly unknown[]): Found[] {
  const seen = new Set<string>()
  return list.flatMap((item, i): Found[] => {
    const name = textField(item, 'name')
    if (!goodName.test(name)) return [{ code: 'name', item: label(item, i) }]
    if (seen.has(name)) return [{ code: 'twice', item: name }]
    seen.add(name)
    return []
  })
}

/** The variables, with an unnamed one added for each object that has invalid names inside. */
function variablesOf(list: unknown[]): unknown[] {
  const bad = list.flatMap((item): unknown[] => {
    const type = item as ValueType
    const inner = fieldsOf(type.type === 'list' ? elementOf(type) : type)
    return inner.length && nameGaps(variablesOf(inner)).length ? [{ name: '' }] : []
  })
  return [...list, ...bad]
}

const valueGaps = (params: unknown[], weight: Gap['weight']): Found[] =>
  params.flatMap((param, i): Found[] =>
    isEmptyInput(field(param, 'input')) ? [{ code: 'value', item: label(param, i), weight }] : [],
  )

function conditionGaps(branches: unknown[]): Found[] {
  return branches.flatMap((branch, b) => {
    const conditions = listField(field(branch, 'condition'), 'conditions')
    if (!conditions.length) return [{ code: 'none', item: String(b + 1) } satisfies Found]
    return conditions.flatMap((condition, c): Found[] => {
      const left = isEmptyInput(field(field(condition, 'left'), 'input'))
      const right = field(field(condition, 'right'), 'input')
      const dangling = textField(field(right, 'value'), 'type') === 'ref' && isEmptyInput(right)
      return left || dangling ? [{ code: 'value', item: `${b + 1}.${c + 1}` }] : []
    })
  })
}

function modelOf(data: unknown, fieldOf: FieldOf<'model'>): boolean {
  if (fieldOf.form === 'params') {
    return !isNothing(readSlot(data, llmParams.modelId)) || !isNothing(readSlot(data, llmParams.modelName))
  }
  const raw = readPath(data, fieldOf.path)
  return Boolean(textField(raw, 'modelType') || textField(raw, 'modelName') || textField(raw, 'modleName'))
}

function optionGaps(options: unknown[]): Found[] {
  if (!options.length) return nothing
  const seen = new Set<string>()
  return options.flatMap((option, i): Found[] => {
    const name = textField(option, 'name').trim()
    if (!name) return [{ code: 'value', item: String(i + 1) }]
    if (seen.has(name)) return [{ code: 'twice', item: name }]
    seen.add(name)
    return []
  })
}

function assignGaps(params: unknown[]): Found[] {
  if (!params.length) return nothing
  return params.flatMap((param, i): Found[] => {
    const value = field(param, 'right') ?? field(param, 'input')
    return isEmptyInput(field(param, 'left')) || isEmptyInput(value) ? [{ code: 'value', item: String(i + 1) }] : []
  })
}

function groupGaps(groups: unknown[]): Found[] {
  if (!groups.length) return nothing
  const empty = groups.flatMap((group, i): Found[] => {
    const variables = listField(group, 'variables')
    return variables.length && !variables.some(isEmptyInput) ? [] : [{ code: 'value', item: label(group, i) }]
  })
  return [...nameGaps(groups), ...empty]
}

function formGaps(text: unknown): Found[] {
  const fields = parsed(text)
  if (!Array.isArray(fields) || !fields.length) return nothing
  return nameGaps(variablesOf(fields))
}

function drawingGaps(text: unknown): Found[] {
  return readDrawing(parsed(text)).objects.length ? [] : nothing
}

function parsed(text: unknown): unknown {
  try {
    return parseJson(String(text))
  } catch {
    return undefined
  }
}

const nameless = (params: unknown[]): Found[] =>
  params.flatMap((param, i): Found[] => (textField(param, 'name') ? [] : [{ code: 'value', item: String(i + 1) }]))

function rowGaps(rows: unknown[], key: string, required: boolean): Found[] {
  if (!rows.length) return required ? nothing : []
  return rows.flatMap((row, i): Found[] => {
    const named = (Array.isArray(row) ? row : []).find((item) => textField(item, 'name') === key)
    return isEmptyInput(field(named, 'input')) ? [{ code: 'value', item: String(i + 1) }] : []
  })
}

function errorGaps(setting: unknown): Found[] {
  const process = numberField(setting, 'processType')
  return process === 2 && !textField(objectField({ setting }, 'setting'), 'dataOnErr') ? missing : []
}
