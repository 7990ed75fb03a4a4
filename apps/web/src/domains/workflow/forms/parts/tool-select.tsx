import { useCallback } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { Combobox } from '../../../../ui/combobox.tsx'
import { TypeTile } from '../../../../ui/type-tile.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { type ListedTool, type ToolSource, useToolSources } from '../tool-source.ts'

interface ToolSelectProps {
  disabled: boolean
  onChoose: (tool: ListedTool, source: ToolSource) => void
}

/** Tools of all plugins that can be used here, found by name. */
export function ToolSelect({ disabled, onChoose }: ToolSelectProps) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  const sources = useToolSources()
  const search = useCallback(
    async (query: string, signal: AbortSignal) => {
      const found = await Promise.all(
        sources.map(async (source) => (await source.find(spaceId, query, signal)).map((tool) => ({ tool, source }))),
      )
      return found.flat().map(({ tool, source }) => ({
        value: `${tool.pluginId}/${tool.toolId}`,
        label: `${tool.pluginName} · ${tool.toolName}`,
        description: tool.description,
        tool,
        source,
      }))
    },
    [sources, spaceId],
  )
  if (!sources.length) return <p className="text-small text-mute">{t('tool.none')}</p>
  return (
    <Combobox
      size="sm"
      label={t('tool.choose')}
      placeholder={t('tool.choose')}
      search={search}
      value={null}
      onChange={(next) => next && onChoose(next.tool, next.source)}
      tile={() => <TypeTile kind="plugin" size={18} />}
      disabled={disabled}
    />
  )
}
