import { type FieldOf, readSlot, type Slot, toolParams } from '@orrery/engine/describe'
import { Blocks, Replace } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type PickedTool, ToolPicker } from '#domains/resources/plugin/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { useNodeForm } from '../form-context.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { shapeOfTool, withoutTool, withTool } from '../tool-node.ts'

/** Selects the tool; its parameters become the inputs and outputs of the node. */
export function ToolField({ field: _field }: { field: FieldOf<'tool'> }) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  const { data, isReadOnly, change } = useNodeForm()
  const [isOpen, setOpen] = useState(false)
  const text = (slot: Slot) => String(readSlot(data, slot) ?? '')
  const [toolName, pluginName] = [text(toolParams.toolName), text(toolParams.pluginName)]
  const hasTool = text(toolParams.toolId) !== '' || toolName !== ''
  async function choose(tool: PickedTool): Promise<void> {
    const shape = await shapeOfTool(tool, spaceId)
    change((before) => withTool(before, tool, shape))
  }
  return (
    <>
      {hasTool ? (
        <ResourceRow
          kind="plugin"
          id={text(toolParams.pluginId)}
          name={[pluginName, toolName].filter(Boolean).join(' · ')}
          tools={
            !isReadOnly && <IconButton size="sm" icon={Replace} label={t('tool.other')} onClick={() => setOpen(true)} />
          }
          onRemove={isReadOnly ? undefined : () => change(withoutTool)}
        />
      ) : (
        <div className="flex flex-col items-start gap-1">
          <Button size="sm" icon={Blocks} disabled={isReadOnly} onClick={() => setOpen(true)}>
            {t('tool.choose')}
          </Button>
          <p className="text-small text-mute">{t('tool.none')}</p>
        </div>
      )}
      {isOpen && (
        <ToolPicker
          isOne
          spaceId={spaceId}
          chosen={new Set([text(toolParams.toolId)])}
          onAdd={(tool) => void choose(tool)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
