import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { CanvasError } from '#errors.ts'
import { convert, createSink } from '#values/convert.ts'
import { valueText } from '#values/json.ts'
import { isObject } from '#values/own.ts'
import { parseType, type TypeInfo } from '#values/types.ts'
import { field, listField, objectField, textField } from './fields.ts'
import { nameOf, type RawNode } from './parse.ts'
import type { GlobalScope, Source } from './plan.ts'

/** Turns references into indexes; the compiler creates one for each node. */
export interface Resolver {
  node(node: RawNode, blockId: string, path: readonly string[]): Source
  files: Map<string, string>
}

const globalScopes: Record<string, GlobalScope> = {
  global_variable_app: 'app',
  global_variable_user: 'user',
  global_variable_system: 'system',
}
const deepest = 32

export function parseSource(node: RawNode, blockInput: unknown, resolver: Resolver, depth = 0): Source {
  if (depth > deepest) throw new CanvasError(`an input of node ${nameOf(node)} is nested too deep`, node.id)
  const value = objectField(blockInput, 'value')
  if (!value) return { from: 'nothing' }
  const content = field(value, 'content')
  switch (textField(value, 'type')) {
    case 'literal':
      return { from: 'literal', value: literal(node, blockInput, content, value, resolver) }
    case 'ref':
      return parseReference(node, content, resolver)
    case 'object_ref':
      return { from: 'object', fields: parseObjectFields(node, blockInput, resolver, depth) }
    default:
      return { from: 'nothing' }
  }
}

function literal(node: RawNode, blockInput: unknown, content: unknown, value: unknown, resolver: Resolver): unknown {
  const type = parseType(blockInput)
  if (content === undefined || content === null) return null
  // An empty box in the editor means "no value", except for text.
  if (content === '' && !['string', 'time', 'file', 'any'].includes(type.kind)) return null
  const sink = createSink(resolver.files)
  const converted = convert(content, type, 'literal', sink)
  if (sink.warnings.length) {
    throw new CanvasError(`a fixed value of node ${nameOf(node)} is not ${describe(type)}`, node.id, {
      fault: 'fixedValue',
      names: [describe(type), valueText(content)],
      code: ErrorCode.engine.schemaConversion,
    })
  }
  rememberNames(converted, field(objectField(value, 'rawMeta'), 'fileName'), resolver.files)
  return converted
}

const describe = (type: TypeInfo): string => (type.element ? `${type.kind} of ${describe(type.element)}` : type.kind)

function rememberNames(value: unknown, names: unknown, files: Map<string, string>): void {
  if (typeof value === 'string' && typeof names === 'string' && names) files.set(value, names)
  if (!Array.isArray(value) || !Array.isArray(names)) return
  value.forEach((item, i) => rememberNames(item, names[i], files))
}

function parseReference(node: RawNode, content: unknown, resolver: Resolver): Source {
  if (!isObject(content))
    throw new CanvasError(`a reference of node ${nameOf(node)} has no content`, node.id, { fault: 'emptyReference' })
  const source = textField(content, 'source')
  const scope = Object.hasOwn(globalScopes, source) ? globalScopes[source]! : undefined
  if (scope) {
    const [name, ...path] = listField(content, 'path').map(String)
    if (!name)
      throw new CanvasError(`a global reference of node ${nameOf(node)} has no path`, node.id, {
        fault: 'emptyReference',
      })
    return { from: 'global', scope, name, path }
  }
  const blockId = textField(content, 'blockID')
  if (!blockId)
    throw new CanvasError(`ref block error, not found [blockID] in node ${nameOf(node)}`, node.id, {
      fault: 'emptyReference',
    })
  const name = textField(content, 'name')
  return resolver.node(node, blockId, name ? name.split('.') : [])
}

export function parseGlobal(source: string, path: readonly string[]): Source | undefined {
  const scope = Object.hasOwn(globalScopes, source) ? globalScopes[source]! : undefined
  const [name, ...rest] = path
  return scope && name ? { from: 'global', scope, name, path: rest } : undefined
}

function parseObjectFields(node: RawNode, blockInput: unknown, resolver: Resolver, depth: number) {
  return listField(blockInput, 'schema').flatMap((param) => {
    const name = textField(param, 'name')
    const input = field(param, 'input')
    if (!name || !input) return []
    return [{ name, type: parseType(input), source: parseSource(node, input, resolver, depth + 1) }]
  })
}

/** Global variables that a source reads; they are fetched before the node starts. */
export function* globalsOf(source: Source): Generator<{ scope: GlobalScope; name: string }> {
  if (source.from === 'global') yield { scope: source.scope, name: source.name }
  else if (source.from === 'object') for (const field of source.fields) yield* globalsOf(field.source)
}
