import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { field, listField, objectField, textField } from '../fields.ts'

/** A place in a node that reads an output of another node. */
export interface Reference {
  blockId: string
  path: string[]
  /** The block input around the reference, with the expected type; undefined inside a text. */
  expects: Values | undefined
}
/** What a reference is replaced by: another output, or a whole block input value. */
export type Replacement = { blockId: string; path: string[] } | { value: Values; schema?: unknown } | undefined
type Replace = (reference: Reference) => Replacement

const inText = /\{\{\s*block_output_([^.[\]{}\s]+)((?:\.[^.[\]{}]+|\[\d{1,9}\])+?)\s*\}\}/g

/** A copy of the node, and of the nodes inside it, with every reference passed through `replace`. */
export function mapNode(node: Values, replace: Replace): Values {
  const type = textField(node, 'type')
  const out: Values = { ...node }
  const data = field(node, 'data')
  if (data !== undefined) out[keyOf(node, 'data')] = mapValue(data, type, replace)
  const blocks = listField(node, 'blocks')
  if (blocks.length)
    out[keyOf(node, 'blocks')] = blocks.map((block) => (isObject(block) ? mapNode(block, replace) : block))
  return out
}

/** All references of a node and of the nodes inside it. */
export function referencesOf(node: Values): Reference[] {
  const found: Reference[] = []
  mapNode(node, (item) => {
    found.push(item)
    return undefined
  })
  return found
}

function mapValue(value: unknown, type: string, replace: Replace): unknown {
  if (typeof value === 'string') return type === NodeType.Http ? mapText(value, replace) : value
  if (Array.isArray(value)) return value.map((item) => mapValue(item, type, replace))
  if (!isObject(value)) return value
  const reference = referenceIn(value)
  if (!reference)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValue(item, type, replace)]))
  const other = replace(reference)
  if (!other) return value
  if ('value' in other)
    return {
      ...value,
      ...(other.schema === undefined ? {} : { schema: other.schema }),
      [keyOf(value, 'value')]: other.value,
    }
  const inner = objectField(value, 'value')!
  const content = objectField(inner, 'content')!
  const { path: _, ...rest } = content
  return {
    ...value,
    [keyOf(value, 'value')]: {
      ...inner,
      content: { ...rest, [keyOf(content, 'blockID')]: other.blockId, [keyOf(content, 'name')]: other.path.join('.') },
    },
  }
}

function referenceIn(value: Values): Reference | undefined {
  const inner = objectField(value, 'value')
  const content = objectField(inner, 'content')
  if (textField(inner, 'type') !== 'ref' || !content) return undefined
  if (textField(content, 'source').startsWith('global_variable_')) return undefined
  const blockId = textField(content, 'blockID')
  const name = textField(content, 'name')
  return blockId ? { blockId, path: name ? name.split('.') : [], expects: value } : undefined
}

/** References inside the texts of a request. Only names are passed to `replace`; an index after them is kept. */
const mapText = (text: string, replace: Replace): string =>
  text.replaceAll(inText, (whole, blockId: string, steps: string) => {
    const at = steps.indexOf('[')
    const [names, rest] = at < 0 ? [steps, ''] : [steps.slice(0, at), steps.slice(at)]
    const other = replace({ blockId, path: names.split('.').filter(Boolean), expects: undefined })
    if (!other) return whole
    if ('value' in other) return String(field(other.value, 'content') ?? '')
    return `{{block_output_${other.blockId}${other.path.map((item) => `.${item}`).join('')}${rest}}}`
  })

function keyOf(holder: Values, key: string): string {
  if (Object.hasOwn(holder, key)) return key
  return Object.keys(holder).find((item) => item.toLowerCase() === key.toLowerCase()) ?? key
}
