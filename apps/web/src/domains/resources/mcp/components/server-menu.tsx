import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine, MenuSub } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import { type McpServer, refreshServers } from '../mcp.queries.ts'

/** Actions on a server. A copy in another space has no secrets: its owner enters their own. */
export function ServerMenu({ server }: { server: McpServer }) {
  const t = useT('mcp')
  const navigate = useNavigate()
  const nameOf = useSpaceName()
  const others = useSpaces().filter(
    (space) => space.id !== server.space_id && !space.hide_operation && mayInSpace(space, 'createResource'),
  )
  const copy = async (spaceId: string, spaceName: string) => {
    const { mcp_server: made } = await api.mcp.fork({ mcp_server_id: server.id, space_id: spaceId }, { toast: true })
    void refreshServers()
    const params = { space_id: spaceId, server_id: made.id }
    toast.ok(t('copied', { space: spaceName }), {
      action: {
        label: t('copied.see'),
        onClick: () => void navigate({ to: '/space/$space_id/mcp/$server_id', params }),
      },
    })
  }
  const remove = async () => {
    const isSure = await confirm({
      title: t('delete.title', { name: server.name }),
      text: t('delete.text'),
      action: t('delete.action', { name: server.name }),
      danger: true,
      onConfirm: () => api.mcp.remove({ mcp_server_id: server.id }).then(() => undefined),
    })
    if (!isSure) return
    await navigate({ to: '/space/$space_id/library/mcp', params: { space_id: server.space_id } })
    void refreshServers()
  }
  return (
    <Menu align="end" trigger={<IconButton size="lg" icon={Ellipsis} label={t('menu')} />}>
      {others.length > 0 && (
        <>
          <MenuSub
            icon={Copy}
            items={others.map((space) => (
              <MenuItem key={space.id} onClick={() => void copy(space.id, nameOf(space))}>
                {nameOf(space)}
              </MenuItem>
            ))}
          >
            {t('copyTo')}
          </MenuSub>
          <MenuLine />
        </>
      )}
      <MenuItem danger icon={Trash2} onClick={() => void remove()}>
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}
