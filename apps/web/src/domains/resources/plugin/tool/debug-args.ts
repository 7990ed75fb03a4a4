import { ParameterType } from '@orrery/contract/shared/plugin-enums'
import type { ParamNode } from './param-tree.ts'

/** Form values: texts, nested in objects. */
export interface FormValues {
  [name: string]: string | FormValues
}
type Args = Record<string, unknown>
export type ArgFault = 'required' | 'integer' | 'number' | 'json'
const isObject = (value: unknown): value is Args => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parameters that a caller provides. Hidden ones have their own value. */
export const callerParams = (nodes: readonly ParamNode[]): ParamNode[] =>
  nodes.filter((node) => !node.rest.global_disable)
export const isGroup = (node: ParamNode): boolean => node.type === ParameterType.object && node.children.length > 0
const hasOwnValue = ({ rest }: ParamNode) => rest.global_default !== '' || rest.variable_ref !== ''

export function toForm(nodes: readonly ParamNode[], args: Args): FormValues {
  const values: FormValues = {}
  for (const node of callerParams(nodes)) {
    const value = args[node.name]
    if (isGroup(node)) values[node.name] = toForm(node.children, isObject(value) ? value : {})
    else if (value !== undefined && value !== null)
      values[node.name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return values
}

/** Converts form values to typed arguments, and reports invalid values by path. */
export function toArgs(
  nodes: readonly ParamNode[],
  values: FormValues,
  path = '',
): { args: Args; faults: Map<string, ArgFault> } {
  const args: Args = {}
  const faults = new Map<string, ArgFault>()
  for (const node of callerParams(nodes)) {
    const at = path ? `${path}.${node.name}` : node.name
    const value = values[node.name]
    if (isGroup(node)) {
      const inner = toArgs(node.children, typeof value === 'object' ? value : {}, at)
      const isEmpty = Object.keys(inner.args).length === 0
      if (!isEmpty) args[node.name] = inner.args
      // An optional object may be left out entirely.
      if (!isEmpty || node.isRequired) for (const [key, fault] of inner.faults) faults.set(key, fault)
      continue
    }
    const text = typeof value === 'string' ? value : ''
    if (text === '') {
      if (node.isRequired && !hasOwnValue(node)) faults.set(at, 'required')
      continue
    }
    const read = readText(text, node)
    if ('fault' in read) faults.set(at, read.fault)
    else args[node.name] = read.value
  }
  return { args, faults }
}

function readText(text: string, node: ParamNode): { value: unknown } | { fault: ArgFault } {
  switch (node.type) {
    case ParameterType.string:
      return { value: text }
    case ParameterType.bool:
      return { value: text === 'true' }
    case ParameterType.integer:
    case ParameterType.number: {
      const number = Number(text)
      const isWhole = node.type === ParameterType.integer
      if (text.trim() === '' || !Number.isFinite(number) || (isWhole && !Number.isInteger(number)))
        return { fault: isWhole ? 'integer' : 'number' }
      return { value: number }
    }
    default: {
      const value = readJson(text)
      const fits = node.type === ParameterType.array ? Array.isArray(value) : isObject(value)
      return fits ? { value } : { fault: 'json' }
    }
  }
}

/** Parses JSON; undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
export const readArgs = (text: string): Args | undefined => {
  const value = text.trim() === '' ? {} : readJson(text)
  return isObject(value) ? value : undefined
}
