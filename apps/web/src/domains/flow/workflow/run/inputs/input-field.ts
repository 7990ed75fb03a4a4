import type { Canvas } from '../../document/canvas.ts'
import { findNode } from '../../document/canvas-index.ts'
import { startId } from '../../document/canvas.ts'

export type InputKind = 'string' | 'integer' | 'number' | 'boolean' | 'time' | 'file' | 'files' | 'json'

/** An input field of the form. Values are strings, as runs expect them. */
export interface InputField {
  name: string
  kind: InputKind
  /** The type as shown beside the name: string, [object]. */
  type: string
  isRequired: boolean
  description: string
  /** Default value. */
  fallback: string
}

interface RawVariable {
  name?: unknown
  type?: unknown
  assistType?: unknown
  schema?: unknown
  required?: unknown
  description?: unknown
  defaultValue?: unknown
}

/** Input fields of a workflow: the outputs of its start node. */
export function startFields(canvas: Canvas): InputField[] {
  const outputs = findNode(canvas, startId)?.data.outputs
  return Array.isArray(outputs) ? outputs.flatMap(fieldOf) : []
}

export function fieldOf(raw: unknown): InputField[] {
  if (typeof raw !== 'object' || raw === null) return []
  const { name, required, description, defaultValue } = raw as RawVariable
  if (typeof name !== 'string' || name === '') return []
  return [
    {
      name,
      kind: kindOf(raw as RawVariable),
      type: typeText(raw as RawVariable),
      isRequired: required === true,
      description: typeof description === 'string' ? description : '',
      fallback: textOf(defaultValue),
    },
  ]
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const isFile = ({ type, assistType }: RawVariable): boolean =>
  type === 'string' && Number(assistType) >= 1 && Number(assistType) <= 12

function kindOf(raw: RawVariable): InputKind {
  if (isFile(raw)) return 'file'
  switch (raw.type) {
    case 'integer':
      return 'integer'
    case 'float':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'list':
      return isFile((raw.schema ?? {}) as RawVariable) ? 'files' : 'json'
    case 'object':
      return 'json'
    default:
      return Number(raw.assistType) === 10_000 ? 'time' : 'string'
  }
}

function typeText(raw: RawVariable): string {
  if (raw.type === 'list') return `[${typeText((raw.schema ?? {}) as RawVariable)}]`
  if (isFile(raw)) return 'file'
  return raw.type === 'float' ? 'number' : typeof raw.type === 'string' ? raw.type : 'any'
}
