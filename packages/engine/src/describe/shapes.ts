import type { Values } from '#values/own.ts'

/** The JSON of values and types as a canvas stores it. Forms write it, the compiler reads it. */
export type VariableType = 'string' | 'integer' | 'float' | 'boolean' | 'object' | 'list'

export interface ValueType {
  type: VariableType
  /** Meaning of a string: 1-12 a file, 10000 a time. */
  assistType?: number
  /** The element of a list, or the fields of an object. */
  schema?: ValueType | VariableShape[] | Param[]
}

export interface VariableShape extends ValueType {
  name: string
  required?: boolean
  description?: string
  defaultValue?: unknown
  readonly?: boolean
}

export interface RefContent {
  source: 'block-output' | 'global_variable_app' | 'global_variable_user' | 'global_variable_system'
  blockID: string
  name: string
  path?: string[]
}

export type BlockValue =
  | { type: 'literal'; content: unknown; rawMeta?: Values }
  | { type: 'ref'; content: RefContent; rawMeta?: Values }
  | { type: 'object_ref'; content?: unknown; rawMeta?: Values }

export interface BlockInput extends ValueType {
  value: BlockValue
}

export interface Param {
  name: string
  input: BlockInput
}

/** A node as the canvas stores it; writers preserve unknown fields. */
export interface StoredNode {
  id: string
  type: string
  data: Values
  blocks?: readonly StoredNode[] | null
  [key: string]: unknown
}

/** Numbers by which the format marks the type of a fixed value. */
const metaTypes: Record<VariableType, number> = { string: 1, integer: 2, boolean: 3, float: 4, object: 6, list: 99 }

export const literal = (type: VariableType | ValueType, content: unknown): BlockInput => {
  const shape: ValueType = typeof type === 'string' ? { type } : { ...type }
  return { ...shape, value: { type: 'literal', content, rawMeta: { type: metaTypes[shape.type] } } }
}

export const reference = (type: VariableType | ValueType, blockID: string, name: string): BlockInput => ({
  ...(typeof type === 'string' ? { type } : type),
  value: { type: 'ref', content: { source: 'block-output', blockID, name } },
})

export const param = (name: string, type: VariableType | ValueType, content: unknown = ''): Param => ({
  name,
  input: literal(type, content),
})

export const listType = (element: VariableType | ValueType): ValueType => ({
  type: 'list',
  schema: typeof element === 'string' ? { type: element } : element,
})
export const objectType = (...fields: VariableShape[]): ValueType => ({ type: 'object', schema: fields })
export const variable = (name: string, type: VariableType | ValueType = 'string', rest = {}): VariableShape => ({
  name,
  ...(typeof type === 'string' ? { type } : type),
  ...rest,
})

export const imageType: ValueType = { type: 'string', assistType: 2 }
export const fileType: ValueType = { type: 'string', assistType: 1 }
