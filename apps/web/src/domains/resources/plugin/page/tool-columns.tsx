import { useT } from '#lib/i18n.ts'
import { MethodTag } from '#ui/method-tag.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { methodName } from '../method-name.ts'
import type { PluginTool } from '../plugin.queries.ts'
import { ToolState } from './tool-state.tsx'

interface ToolColumnsInput {
  isReadOnly: boolean
  isCode: boolean
  isForeign: boolean
  onToggle: (tool: PluginTool, isOn: boolean) => void
}

export function useToolColumns({ isReadOnly, isCode, isForeign, onToggle }: ToolColumnsInput): Column<PluginTool>[] {
  const t = useT('plugin')
  return [
    {
      id: 'name',
      head: t('tools.name'),
      cell: (tool) => <NameCell name={tool.name} note={tool.desc || t('tools.noDescription')} />,
    },
    ...(isCode || isForeign
      ? []
      : [
          {
            id: 'path',
            head: t('tools.path'),
            width: '24%',
            hideBelow: 'md' as const,
            cell: (tool: PluginTool) => (
              <span className="flex min-w-0 items-center gap-2">
                <MethodTag method={methodName(tool.method)} />
                <code className="truncate text-code" title={tool.path}>
                  {tool.path}
                </code>
              </span>
            ),
          },
        ]),
    {
      id: 'parameters',
      head: t('tools.parametersHead'),
      width: 100,
      align: 'end',
      hideBelow: 'wide',
      cell: (tool) => tool.request_params.length,
    },
    ...(isForeign
      ? []
      : [
          { id: 'state', head: t('tools.state'), width: 170, cell: (tool: PluginTool) => <ToolState tool={tool} /> },
          {
            id: 'online',
            head: t('tools.online'),
            width: 120,
            hideBelow: 'md' as const,
            cell: (tool: PluginTool) =>
              tool.online_status === 1 ? (
                <Tag tone="ok">{t('state.published')}</Tag>
              ) : (
                <Tag>{t('state.unpublished')}</Tag>
              ),
          },
          {
            id: 'enabled',
            head: t('tools.enabled'),
            width: 90,
            cell: (tool: PluginTool) => (
              <Switch
                checked={!tool.disabled}
                disabled={isReadOnly}
                label={t('tools.enable', { name: tool.name })}
                onChange={(isOn) => onToggle(tool, isOn)}
              />
            ),
          },
        ]),
  ]
}
