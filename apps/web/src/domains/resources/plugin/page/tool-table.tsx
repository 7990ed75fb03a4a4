import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, FlaskConical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { changePlugin } from '../edit-version.ts'
import { type PluginTool, refreshPlugin } from '../plugin.queries.ts'
import { CodeDialog } from './code-dialog.tsx'
import { isConflict } from './conflict.tsx'
import { useToolColumns } from './tool-columns.tsx'

interface ToolTableProps {
  pluginId: string
  spaceId: string
  tools: readonly PluginTool[]
  isReadOnly: boolean
  isCode: boolean
  /** Whether the plugin has no draft here, like official plugins and MCP servers. */
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
  const columns = useToolColumns({ isReadOnly, isCode, isForeign, onToggle: (tool, isOn) => void toggle(tool, isOn) })
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
