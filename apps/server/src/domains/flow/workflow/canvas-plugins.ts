import { type ApiParameter, isId } from '@orrery/contract'
import type { CanvasNode } from '@orrery/engine/canvas-facts'
import { toToolParams } from './tool-params.ts'

type Json = Record<string, unknown>
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** The tools that a node calls: one for a plugin node, any number for a model node. */
export function pluginsOfNode({ data }: CanvasNode): { pluginId: string; tool: string }[] {
  const inputs = object(data.inputs)
  const literals = new Map(
    list(inputs.apiParam).map((item) => [
      String(object(item).name),
      String(object(object(object(item).input).value).content ?? ''),
    ]),
  )
  const own = literals.get('pluginID')
    ? [{ pluginId: literals.get('pluginID')!, tool: literals.get('apiID') || literals.get('apiName') || '' }]
    : []
  const ofModel = list(object(object(inputs.fcParam).pluginFCParam).pluginList).map((item) => ({
    pluginId: String(object(item).plugin_id ?? ''),
    tool: String(object(item).api_id || object(item).api_name || ''),
  }))
  return [...own, ...ofModel].filter((item) => isId(item.pluginId))
}
/** Converts variables of a canvas to tool parameters. */
export const paramsOf = (variables: readonly Json[]) => toToolParams(variables) as unknown as ApiParameter[]
/** The inputs of a message node, as parameters. */
export const fieldsOfNode = ({ data }: CanvasNode) =>
  paramsOf(
    list(object(data.inputs).inputParameters).map((item) => {
      const { name, input } = object(item)
      return { name, ...object(input) }
    }),
  )
