import {
  type FieldOf,
  type Param,
  readSlot,
  type Slot,
  toolParams,
  writePath,
  writeSlot,
} from '@orrery/engine/describe'
import type { NodeData } from '../../document/canvas.ts'
import { useEditor } from '../../document/editor-context.ts'
import { askedParams } from '../called-shape.ts'
import { useNodeForm } from '../form-context.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { ToolSelect } from '../parts/tool-select.tsx'
import { type ListedTool, shapeOfTool } from '../tool-source.ts'

/** Which tool of which plugin; what it takes and gives becomes the inputs and outputs of the node. */
export function ToolField({ field: _field }: { field: FieldOf<'tool'> }) {
  const { spaceId } = useEditor()
  const { data, isReadOnly, change } = useNodeForm()
  const text = (slot: Slot) => String(readSlot(data, slot) ?? '')
  const [toolName, pluginName] = [text(toolParams.toolName), text(toolParams.pluginName)]
  const hasTool = text(toolParams.toolId) !== '' || toolName !== ''
  async function choose(tool: ListedTool): Promise<void> {
    const { inputs, outputs } = await shapeOfTool(tool, spaceId)
    change((before) => {
      const params = (before.inputs?.['inputParameters'] ?? []) as Param[]
      const named = withTool(before, tool)
      return { ...writePath(named, 'inputs.inputParameters', askedParams(params, inputs)), outputs: [...outputs] }
    })
  }
  const clear = () =>
    change((before) => ({ ...writePath(withTool(before, noTool), 'inputs.inputParameters', []), outputs: [] }))
  if (!hasTool) return <ToolSelect disabled={isReadOnly} onChoose={(tool) => void choose(tool)} />
  return (
    <ResourceRow
      kind="plugin"
      id={text(toolParams.pluginId)}
      name={[pluginName, toolName].filter(Boolean).join(' · ')}
      onRemove={isReadOnly ? undefined : clear}
    />
  )
}

const noTool: ListedTool = {
  pluginId: '',
  pluginName: '',
  pluginVersion: '',
  toolId: '',
  toolName: '',
  description: '',
}

function withTool(data: NodeData, tool: ListedTool): NodeData {
  const values: [Slot, string][] = [
    [toolParams.toolId, tool.toolId],
    [toolParams.toolName, tool.toolName],
    [toolParams.pluginId, tool.pluginId],
    [toolParams.pluginName, tool.pluginName],
    [toolParams.pluginVersion, tool.pluginVersion],
  ]
  return values.reduce((next, [slot, value]) => writeSlot(next, slot, value), data)
}
