import { useCallback } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { Combobox } from '../../../../ui/combobox.tsx'
import { TypeTile } from '../../../../ui/type-tile.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { findTools, type ListedTool } from '../tool-source.ts'

interface ToolSelectProps {
  disabled: boolean
  onChoose: (tool: ListedTool) => void
}

/** Tools of all plugins that can be used here, found by name. */
export function ToolSelect({ disabled, onChoose }: ToolSelectProps) {
  const t = useT('workflow-node')
  const { spaceId, loaded } = useEditor()
  const projectId = loaded.workflow.project_id
  const search = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await findTools(spaceId, projectId, query, signal)).map((tool) => ({
        value: `${tool.pluginId}/${tool.toolId}`,
        label: `${tool.pluginName} · ${tool.toolName}`,
        description: tool.description,
        tool,
      })),
    [spaceId, projectId],
  )
  return (
    <div className="flex flex-col gap-1">
      <Combobox
        size="sm"
        label={t('tool.choose')}
        placeholder={t('tool.choose')}
        search={search}
        value={null}
        onChange={(next) => next && onChoose(next.tool)}
        tile={() => <TypeTile kind="plugin" size={18} />}
        disabled={disabled}
      />
      <p className="text-small text-mute">{t('tool.none')}</p>
    </div>
  )
}
