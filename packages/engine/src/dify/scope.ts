import { listField, objectField, textField } from '#canvas/fields.ts'
import { createNames, END, START } from '#canvas/edit/shapes.ts'
import { isObject, type Values } from '#values/own.ts'

/** Something that a person must check after the import, in both languages. */
export interface DifyNote {
  /** Id of the node in the new canvas; empty for the whole app. */
  nodeId: string
  title: string
  en: string
  zh: string
}
export type Shape = Values & { type: string }

export const plain = (type: string): Shape => (type === 'object' ? { type, schema: [] } : { type })
export const listOf = (element: Shape): Shape => ({ type: 'list', schema: element })
/** Any kind of file: a string with assist type 1. */
const file: Shape = { type: 'string', assistType: 1 }

/** The type of a canvas for a type name from the file: `string`, `number`, `array[object]` or a name used in forms. */
export function shapeOf(type: string): Shape {
  const element = /^array\[(.+)\]$/.exec(type)?.[1]
  if (element) return listOf(shapeOf(element))
  if (type === 'number') return plain('float')
  if (type === 'integer' || type === 'boolean' || type === 'object') return plain(type)
  if (type === 'checkbox' || type === 'bool') return plain('boolean')
  if (type === 'json_object') return plain('object')
  if (type === 'array' || type === 'select-list') return listOf(plain('string'))
  return type === 'file' ? file : type === 'file-list' || type === 'array_file' ? listOf(file) : plain('string')
}

export interface DifyNode {
  /** Id in the file. */
  source: string
  /** Id in the new canvas. */
  id: string
  kind: string
  title: string
  data: Values
  /** Id in the file of the iteration or loop that contains the node. */
  parent: string
  x: number
  y: number
}

export interface Scope {
  isChat: boolean
  /** Model for converted nodes; empty for the default. */
  modelId: string
  nodes: DifyNode[]
  notes: DifyNote[]
  note(node: DifyNode | undefined, en: string, zh: string): void
  byId(source: string): DifyNode | undefined
  /** Declares an output of a node under its name in the file, with our name and type. */
  declare(node: DifyNode, name: string, shape: Shape, as?: string): void
  /** A value selector such as `['llm', 'text']` as an input. */
  ref(selector: unknown, node?: DifyNode): Values
  /** Converts a text with `{{#node.field#}}` to a template over named inputs. */
  template(text: string, node: DifyNode): { text: string; inputs: Values[] }
  literal(content: unknown, shape?: Shape): Values
  newId(): string
}

const MARK = /\{\{#([\w.-]+)#\}\}/g

export function createScope(workflow: Values, isChat: boolean, modelId: string): Scope {
  const notes: DifyNote[] = []
  let last = 100_001
  const newId = () => String((last += 1))
  const nodes = readNodes(workflow, newId)
  const outputs = new Map<string, { as: string; shape: Shape }>()
  const environment = new Map(variables(workflow, 'environment_variables'))
  const remembered = new Map(variables(workflow, 'conversation_variables'))
  const note: Scope['note'] = (node, en, zh) =>
    void notes.push({ nodeId: node?.id ?? '', title: node?.title ?? '', en, zh })
  const byId = (source: string) => nodes.find((node) => node.source === source)
  const literal = (content: unknown, shape: Shape = plain('string')): Values => ({
    ...shape,
    value: { type: 'literal', content },
  })
  const output = (blockID: string, name: string, shape: Shape): Values => ({
    ...shape,
    value: { type: 'ref', content: { source: 'block-output', blockID, name } },
  })

  function system(name: string, node: DifyNode | undefined): Values {
    if (name === 'query' && isChat) return output(START, 'USER_INPUT', plain('string'))
    const global = { user_id: 'sys_uuid', conversation_id: 'sys_conversation_id' }[name]
    if (global)
      return {
        type: 'string',
        value: { type: 'ref', content: { source: 'global_variable_system', path: [global], blockID: '', name: '' } },
      }
    note(
      node,
      `The system value sys.${name} has no equivalent and was left empty`,
      `系统变量 sys.${name} 没有对应项，已留空`,
    )
    return literal('')
  }

  function ref(selector: unknown, node?: DifyNode): Values {
    const [from = '', ...path] = (Array.isArray(selector) ? selector : []).map(String)
    const name = path.join('.')
    if (from === 'sys') return system(name, node)
    if (from === 'env') {
      const value = environment.get(name)
      if (!value || textField(value, 'value_type') === 'secret' || textField(value, 'type') === 'secret') {
        note(
          node,
          `The environment value "${name}" is not in the file; write it in`,
          `文件中没有环境变量「${name}」的值，请填写`,
        )
        return literal('')
      }
      return literal(textField(value, 'value'))
    }
    if (from === 'conversation') {
      const shape = shapeOf(textField(remembered.get(name), 'value_type'))
      return {
        ...shape,
        value: { type: 'ref', content: { source: 'global_variable_user', path: [name], blockID: '', name: '' } },
      }
    }
    const source = byId(from)
    const declared = outputs.get(`${from} ${name}`) ?? outputs.get(`${from} ${path[0]}`)
    if (!source || !declared) {
      note(
        node,
        `The value ${[from, ...path].join('.')} does not exist and was left empty`,
        `值 ${[from, ...path].join('.')} 不存在，已留空`,
      )
      return literal('')
    }
    const rest = outputs.has(`${from} ${name}`) ? [] : path.slice(1)
    return output(source.id, [declared.as, ...rest].join('.'), rest.length ? plain('string') : declared.shape)
  }

  return {
    isChat,
    modelId,
    nodes,
    notes,
    note,
    byId,
    newId,
    literal,
    ref,
    declare: (node, name, shape, as = name) => void outputs.set(`${node.source} ${name}`, { as, shape }),
    template(text, node) {
      const named = createNames()
      const inputs: Values[] = []
      const known = new Map<string, string>()
      const filled = text.replaceAll(MARK, (_, path: string) => {
        const selector = splitPath(path, (id) => byId(id) !== undefined)
        let name = known.get(path)
        if (name === undefined) {
          name = named(selector.at(-1)!)
          known.set(path, name)
          inputs.push({ name, input: ref(selector, node) })
        }
        return `{{${name}}}`
      })
      return { text: filled, inputs }
    },
  }
}

/** Splits `a.b.c` into a selector; node ids may contain dots themselves. */
function splitPath(path: string, isNode: (id: string) => boolean): string[] {
  const parts = path.split('.')
  for (let n = parts.length - 1; n > 0; n -= 1) {
    const id = parts.slice(0, n).join('.')
    if (isNode(id)) return [id, ...parts.slice(n)]
  }
  return parts
}

function variables(workflow: Values, key: string): [string, Values][] {
  return listField(workflow, key)
    .filter(isObject)
    .map((item) => [textField(item, 'name') || textField(item, 'variable'), item])
}

/** Nodes that only mark the beginning of a round. Here the edge of the inner canvas marks it. */
export const isMark = (kind: string) => kind === 'iteration-start' || kind === 'loop-start'

function readNodes(workflow: Values, newId: () => string): DifyNode[] {
  let hasEnd = false
  return listField(objectField(workflow, 'graph'), 'nodes')
    .filter(isObject)
    .filter((raw) => objectField(raw, 'data') && textField(raw, 'type') !== 'custom-note')
    .map((raw) => {
      const data = objectField(raw, 'data')!
      const kind = textField(data, 'type')
      const place = objectField(raw, 'position')
      const isFirstEnd = kind === 'end' && !hasEnd
      hasEnd ||= isFirstEnd
      return {
        source: textField(raw, 'id'),
        id: kind === 'start' ? START : isFirstEnd ? END : newId(),
        kind,
        title: textField(data, 'title') || kind,
        data,
        parent: textField(raw, 'parentId') || textField(data, 'iteration_id') || textField(data, 'loop_id'),
        x: Number(place?.x ?? 0) || 0,
        y: Number(place?.y ?? 0) || 0,
      }
    })
}
