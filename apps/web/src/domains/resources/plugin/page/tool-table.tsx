import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, FlaskConical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { MethodTag } from '#ui/method-tag.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { changePlugin } from '../edit-version.ts'
import { methodName } from '../method-name.ts'
import { type PluginTool, refreshPlugin } from '../plugin.queries.ts'
import { CodeDialog } from './code-dialog.tsx'
import { isConflict } from './conflict.tsx'
import { ToolState } from './tool-state.tsx'

interface ToolTableProps {
  pluginId: string
  spaceId: string
  tools: readonly PluginTool[]
  isReadOnly: boolean
  isCode: boolean
  /** Official plugins and those of MCP servers: nothing of them is drafted here. */
  isForeign: boolean
  isLoading: boolean
}

export function ToolTable({ pluginId, spaceId, tools, isReadOnly, isCode, isForeign, isLoading }: ToolTableProps) {
  const t = useT('plugin')
  const navigate = useNavigate()
  const [coded, setCoded] = useState<PluginTool | null>(null)
  const params = (tool: PluginTool) => ({ space_id: spaceId, plugin_id: pluginId, tool_id: tool.api_id })
  const fail = (error: unknown) => {
    toast.error(t(isConflict(error) ? 'conflict.title' : 'tools.failed'), { error })
    void refreshPlugin(pluginId)
  }
  const toggle = (tool: PluginTool, isOn: boolean) =>
    changePlugin(pluginId, (edit_version) =>
      api.pluginTool.update({ plugin_id: pluginId, api_id: tool.api_id, disabled: !isOn, edit_version }),
    ).then(() => refreshPlugin(pluginId), fail)
  const remove = (tool: PluginTool) =>
    void confirm({
      title: t('tools.delete.title', { name: tool.name }),
      text: t('tools.delete.text'),
      action: t('delete.action', { name: tool.name }),
      danger: true,
      onConfirm: async () => {
        await changePlugin(pluginId, (edit_version) =>
          api.pluginTool.remove({ plugin_id: pluginId, api_id: tool.api_id, edit_version }),
        )
        await refreshPlugin(pluginId)
      },
    })
  const columns: Column<PluginTool>[] = [
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
                onChange={(isOn) => void toggle(tool, isOn)}
              />
            ),
          },
        ]),
  ]
  return (
    <>
      <Table
        label={t('tools.title')}
        columns={columns}
        rows={tools}
        rowKey={(tool) => tool.api_id}
        rowName={(tool) => tool.name}
        loading={isLoading ? 5 : 0}
        onOpen={(tool) =>
          void navigate({ to: '/space/$space_id/plugin/$plugin_id/tool/$tool_id', params: params(tool) })
        }
        actions={(tool) => (
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('tools.more', { name: tool.name })} />}>
            <MenuItem
              icon={FlaskConical}
              render={
                <Link to="/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set" params={params(tool)} />
              }
            >
              {t('tools.mocks')}
            </MenuItem>
            {!isForeign && (
              <MenuItem icon={Copy} onClick={() => setCoded(tool)}>
                {t('tools.code')}
              </MenuItem>
            )}
            {!isReadOnly && (
              <>
                <MenuLine />
                <MenuItem icon={Trash2} danger onClick={() => remove(tool)}>
                  {t('tools.delete')}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      />
      {coded && <CodeDialog pluginId={pluginId} tool={coded} onClose={() => setCoded(null)} />}
    </>
  )
}
