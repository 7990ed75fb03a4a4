import { type Param, type Slot, toolParams, type VariableShape, writePath, writeSlot } from '@orrery/engine/describe'
import { api } from '#lib/api.ts'
import type { PickedTool } from '#domains/resources/plugin/index.ts'
import type { NodeData } from '../document/canvas.ts'
import { paramsForInputs, readShapes } from './called-shape.ts'

export interface ToolShape {
  inputs: readonly VariableShape[]
  outputs: readonly VariableShape[]
}

/** Loads the inputs and outputs of a tool. */
export async function shapeOfTool(tool: PickedTool, spaceId: string): Promise<ToolShape> {
  const detail = await api.workflowAssist.apiDetail(
    {
      pluginID: tool.pluginId,
      api_id: tool.toolId,
      apiName: tool.toolName,
      space_id: spaceId,
      plugin_version: tool.pluginVersion,
    },
    { toast: true },
  )
  return { inputs: readShapes(detail.inputs), outputs: readShapes(detail.outputs) }
}

/** Updates a node to call this tool, with its inputs and outputs. Values that still fit are kept. */
export function withTool(data: NodeData, tool: PickedTool, { inputs, outputs }: ToolShape): NodeData {
  const params = (data.inputs?.['inputParameters'] ?? []) as Param[]
  return {
    ...writePath(named(data, tool), 'inputs.inputParameters', paramsForInputs(params, inputs)),
    outputs: [...outputs],
  }
}

export const withoutTool = (data: NodeData): NodeData => ({
  ...writePath(named(data, none), 'inputs.inputParameters', []),
  outputs: [],
})

const none: PickedTool = {
  pluginId: '',
  pluginName: '',
  pluginVersion: '',
  toolId: '',
  toolName: '',
  description: '',
}

function named(data: NodeData, tool: PickedTool): NodeData {
  const values: [Slot, string][] = [
    [toolParams.toolId, tool.toolId],
    [toolParams.toolName, tool.toolName],
    [toolParams.pluginId, tool.pluginId],
    [toolParams.pluginName, tool.pluginName],
    [toolParams.pluginVersion, tool.pluginVersion],
  ]
  return values.reduce((next, [slot, value]) => writeSlot(next, slot, value), data)
}
