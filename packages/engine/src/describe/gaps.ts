import { field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { parseJson } from '#values/json.ts'
import { describe } from './describe.ts'
import type { Field, FieldOf, Section, When } from './description.ts'
import { isEmptyInput, isNothing } from './empty-value.ts'
import { readDrawing } from './drawing.ts'
import { fieldsOf, elementOf } from './type-text.ts'
import type { StoredNode, ValueType } from './shapes.ts'
import { paramsOf, readPath, readSlot } from './slot.ts'
import { toolParams } from './nodes/calls.ts'
import { llmParams } from './nodes/models.ts'

/** Something a person still has to fill in or to mend, and where in the form. */
export interface Gap {
  section: string
  field: string
  /** Which one of a list: a name, or a number from 1. */
  item?: string
  /** Its sentence is `gap.<code>`. */
  code: 'empty' | 'none' | 'value' | 'name' | 'twice'
  /** A warning lets the workflow run all the same. */
  weight: 'error' | 'warning'
}
type Found = Pick<Gap, 'code'> & Partial<Pick<Gap, 'item' | 'weight'>>

export const goodName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** In batch mode, or by a choice above it, a field may have no meaning: then it is not shown and not asked for. */
export function isShown(data: unknown, when: When | undefined): boolean {
  return !when || when.is.includes(readSlot(data, when.slot))
}

export function shownFields(node: StoredNode): { section: Section; field: Field }[] {
  return (describe(node.type)?.sections ?? []).flatMap((section) =>
    section.fields.filter((one) => isShown(node.data, one.when)).map((one) => ({ section, field: one })),
  )
}

export function gapsOf(node: StoredNode): Gap[] {
  return shownFields(node).flatMap(({ section, field: one }) =>
    gapsIn(node, one).map((found) => ({ section: section.id, field: one.id, weight: 'error' as const, ...found })),
  )
}

const missing: Found[] = [{ code: 'empty' }]
const nothing: Found[] = [{ code: 'none' }]

function gapsIn(node: StoredNode, one: Field): Found[] {
  const { data } = node
  switch (one.kind) {
    case 'prompt':
    case 'line':
    case 'pictureModel':
    case 'sql':
      return one.required && isNothing(readSlot(data, one.slot)) ? missing : []
    case 'code':
      return isNothing(readSlot(data, one.code)) ? missing : []
    case 'inputs':
      return inputGaps(paramsOf(data, one.path), one)
    case 'variables':
      return one.look === 'fixed' ? [] : nameGaps(variablesOf(paramsOf(data, one.path)))
    case 'rounds':
      return [...nameGaps(paramsOf(data, one.path)), ...valueGaps(paramsOf(data, one.path), 'error')]
    case 'value':
      return one.required && isEmptyInput(readPath(data, one.path)) ? missing : []
    case 'conditions':
      return conditionGaps(paramsOf(data, one.path))
    case 'model':
      return one.required && !modelOf(data, one) ? missing : []
    case 'options':
      return optionGaps(paramsOf(data, one.path))
    case 'assign':
      return assignGaps(paramsOf(data, one.path))
    case 'groups':
      return groupGaps(paramsOf(data, one.path))
    case 'form':
      return formGaps(readSlot(data, one.slot))
    case 'request':
      return textField(readPath(data, one.path), 'url').trim() ? [] : missing
    case 'pairs':
      return nameless(paramsOf(data, one.path))
    case 'database':
      return textField(paramsOf(data, one.path)[0], 'databaseInfoID') ? [] : missing
    case 'rowConditions':
      return rowGaps(listField(readPath(data, one.path), 'conditionList'), 'left', one.required === true)
    case 'rowValues':
      return rowGaps(paramsOf(data, one.path), 'fieldID', one.required === true)
    case 'knowledge': {
      const ids = field(field(field(paramsOf(data, one.path)[0], 'input'), 'value'), 'content')
      return one.required && isNothing(ids) ? missing : []
    }
    case 'workflow':
      return textField(readPath(data, one.path), 'workflowId') ? [] : missing
    case 'tool':
      return isNothing(readSlot(data, toolParams.toolId)) && isNothing(readSlot(data, toolParams.toolName))
        ? missing
        : []
    case 'delimiters':
      return isNothing(readSlot(data, { path: one.path, param: 'delimiters' })) ? missing : []
    case 'drawing':
      return drawingGaps(readSlot(data, one.slot))
    case 'errors':
      return errorGaps(readPath(data, one.path))
    default:
      return []
  }
}

function inputGaps(params: unknown[], one: FieldOf<'inputs'>): Found[] {
  if (!one.fixed) return [...nameGaps(params), ...valueGaps(params, 'warning')]
  return one.fixed
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
  return list.flatMap((one, i): Found[] => {
    const name = textField(one, 'name')
    if (!goodName.test(name)) return [{ code: 'name', item: label(one, i) }]
    if (seen.has(name)) return [{ code: 'twice', item: name }]
    seen.add(name)
    return []
  })
}

/** Names of fields inside of objects count as well, each among its neighbours. */
function variablesOf(list: unknown[]): unknown[] {
  const bad = list.flatMap((one): unknown[] => {
    const type = one as ValueType
    const inner = fieldsOf(type.type === 'list' ? elementOf(type) : type)
    return inner.length && nameGaps(variablesOf(inner)).length ? [{ name: '' }] : []
  })
  return [...list, ...bad]
}

const valueGaps = (params: unknown[], weight: Gap['weight']): Found[] =>
  params.flatMap((one, i): Found[] =>
    isEmptyInput(field(one, 'input')) ? [{ code: 'value', item: label(one, i), weight }] : [],
  )

function conditionGaps(branches: unknown[]): Found[] {
  return branches.flatMap((branch, b) => {
    const conditions = listField(field(branch, 'condition'), 'conditions')
    if (!conditions.length) return [{ code: 'none', item: String(b + 1) } satisfies Found]
    return conditions.flatMap((one, c): Found[] => {
      const left = isEmptyInput(field(field(one, 'left'), 'input'))
      const right = field(field(one, 'right'), 'input')
      const dangling = textField(field(right, 'value'), 'type') === 'ref' && isEmptyInput(right)
      return left || dangling ? [{ code: 'value', item: `${b + 1}.${c + 1}` }] : []
    })
  })
}

function modelOf(data: unknown, one: FieldOf<'model'>): boolean {
  if (one.form === 'params') {
    return !isNothing(readSlot(data, llmParams.modelId)) || !isNothing(readSlot(data, llmParams.modelName))
  }
  const raw = readPath(data, one.path)
  return Boolean(textField(raw, 'modelType') || textField(raw, 'modelName') || textField(raw, 'modleName'))
}

function optionGaps(options: unknown[]): Found[] {
  if (!options.length) return nothing
  const seen = new Set<string>()
  return options.flatMap((one, i): Found[] => {
    const name = textField(one, 'name').trim()
    if (!name) return [{ code: 'value', item: String(i + 1) }]
    if (seen.has(name)) return [{ code: 'twice', item: name }]
    seen.add(name)
    return []
  })
}

function assignGaps(params: unknown[]): Found[] {
  if (!params.length) return nothing
  return params.flatMap((one, i): Found[] => {
    const value = field(one, 'right') ?? field(one, 'input')
    return isEmptyInput(field(one, 'left')) || isEmptyInput(value) ? [{ code: 'value', item: String(i + 1) }] : []
  })
}

function groupGaps(groups: unknown[]): Found[] {
  if (!groups.length) return nothing
  const empty = groups.flatMap((one, i): Found[] => {
    const variables = listField(one, 'variables')
    return variables.length && !variables.some(isEmptyInput) ? [] : [{ code: 'value', item: label(one, i) }]
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
  params.flatMap((one, i): Found[] => (textField(one, 'name') ? [] : [{ code: 'value', item: String(i + 1) }]))

function rowGaps(rows: unknown[], key: string, required: boolean): Found[] {
  if (!rows.length) return required ? nothing : []
  return rows.flatMap((row, i): Found[] => {
    const named = (Array.isArray(row) ? row : []).find((one) => textField(one, 'name') === key)
    return isEmptyInput(field(named, 'input')) ? [{ code: 'value', item: String(i + 1) }] : []
  })
}

function errorGaps(setting: unknown): Found[] {
  const process = numberField(setting, 'processType')
  return process === 2 && !textField(objectField({ setting }, 'setting'), 'dataOnErr') ? missing : []
}
