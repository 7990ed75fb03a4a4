import { commentText } from '../canvas/layout/comment-note.ts'
import { type CanvasNode, isComment, titleOf } from '../document/canvas.ts'

/** A setting of a node in readable form. */
export interface ReadField {
  /** Names from the root to the setting, without wrapper keys. */
  path: readonly string[]
  text: string
}

const wrappers = new Set([
  'inputs',
  'inputParameters',
  'input',
  'value',
  'llmParam',
  'datasetParam',
  'apiParam',
  'concatParams',
  'splitParams',
  'selectParam',
  'apiInfo',
  'setting',
])
/** Presentation data that the editor writes itself. */
const ignored = new Set([
  'icon',
  'mainColor',
  'subTitle',
  'rawMeta',
  'assistType',
  'inputDefs',
  'size',
  'trigger_parameters',
])

type Raw = Record<string, unknown>
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** All settings of a node by unique keys; references show the title of their node. */
export function readFields(node: CanvasNode, nodeName: (id: string) => string): Map<string, ReadField> {
  const fields = new Map<string, ReadField>()
  const note = (path: readonly string[], text: string) => {
    const shown = path.filter((key) => !wrappers.has(key))
    if (text !== '') fields.set(path.join('\n'), { path: shown.length > 0 ? shown : path.slice(-1), text })
  }
  // Author and time of a comment are not settings.
  if (isComment(node)) {
    note(['content'], commentText(node))
    return fields
  }
  note(['title'], titleOf(node))
  note(['description'], String(node.data.nodeMeta?.description ?? ''))
  walk(node.data.inputs, ['inputs'])
  if (Array.isArray(node.data.outputs)) walkOutputs(node.data.outputs, ['outputs'])
  for (const [key, value] of Object.entries(node.data))
    if (!['nodeMeta', 'inputs', 'outputs'].includes(key) && !ignored.has(key)) walk(value, [key])
  return fields

  function walk(value: unknown, path: readonly string[]): void {
    const leaf = leafText(value, nodeName)
    if (leaf !== undefined) return note(path, leaf)
    if (Array.isArray(value)) {
      value.forEach((item, at) => walk(unnamed(item), [...path, nameOf(item) ?? String(at + 1)]))
      return
    }
    for (const [key, inner] of Object.entries(value as Raw)) if (!ignored.has(key)) walk(inner, [...path, key])
  }
  function walkOutputs(outputs: readonly unknown[], path: readonly string[]): void {
    for (const output of outputs) {
      if (!isObject(output)) continue
      const name = nameOf(output) ?? ''
      if (isObject(output['input'])) walk(output['input'], [...path, name])
      else
        note(
          [...path, name],
          [typeText(output), output['description'], output['required'] && '*'].filter(Boolean).join(' '),
        )
    }
  }
}

const nameOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['name'] === 'string' && value['name'] !== '' ? value['name'] : undefined

/** Removes the name, because it is already part of the key. */
const unnamed = (value: unknown): unknown => {
  if (!isObject(value) || nameOf(value) === undefined) return value
  const { name, ...rest } = value
  return Object.keys(rest).length === 0 ? name : rest
}

/** The text of a value shown as a whole: primitives, arrays of primitives, literals and references. */
function leafText(value: unknown, nodeName: (id: string) => string): string | undefined {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value))
    return value.every((item) => !isObject(item) && !Array.isArray(item)) ? value.join(', ') : undefined
  if (!isObject(value)) return String(value)
  const inner = value['value']
  if (!isObject(inner) || !('content' in inner)) return undefined
  if (inner['type'] === 'object_ref') return undefined
  if (inner['type'] === 'ref' && isObject(inner['content'])) return refText(inner['content'], nodeName)
  const { content } = inner
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function refText(ref: Raw, nodeName: (id: string) => string): string {
  const path = Array.isArray(ref['path']) ? ref['path'].join('.') : ''
  const name = typeof ref['name'] === 'string' && ref['name'] !== '' ? ref['name'] : path
  if (ref['source'] !== 'block-output') return `${String(ref['source'] ?? '')}.${name}`
  return `${nodeName(String(ref['blockID'] ?? ''))}.${name}`
}

function typeText(raw: Raw): string {
  if (raw['type'] === 'list') return `[${isObject(raw['schema']) ? typeText(raw['schema']) : 'any'}]`
  return raw['type'] === 'float' ? 'number' : String(raw['type'] ?? 'any')
}
