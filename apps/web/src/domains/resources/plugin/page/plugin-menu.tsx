import { useNavigate } from '@tanstack/react-router'
import { Download, Ellipsis, FileJson, Link2, MessageSquareWarning, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { pluginLink } from '#lib/links.ts'
import { forgetRecent } from '#lib/recent.ts'
import { saveFile } from '#lib/save-file.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { type PluginInfo, refreshPlugins } from '../plugin.queries.ts'
import type { PluginAccess } from '../use-access.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'

interface PluginMenuProps {
  pluginId: string
  spaceId: string
  info: PluginInfo
  access: PluginAccess
}
const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

export function PluginMenu({ pluginId, spaceId, info, access }: PluginMenuProps) {
  const t = useT('plugin')
  const navigate = useNavigate()
  const [isGivingFeedback, setGivingFeedback] = useState(false)
  const { name } = info.meta_info
  const file = name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  const link = async () => {
    if (await copyText(new URL(pluginLink(spaceId, pluginId), location.origin).href)) toast.ok(t('menu.linkCopied'))
  }
  const remove = () =>
    void askToDelete({
      spaceId,
      ids: [pluginId],
      title: t('delete.title', { name }),
      action: t('delete.action', { name }),
      onConfirm: async () => {
        await api.plugin.remove({ plugin_id: pluginId })
        forgetRecent(spaceId, pluginId)
        await navigate({ to: '/space/$space_id/library/plugin', params: { space_id: spaceId } })
        void refreshPlugins()
      },
    })
  return (
    <>
      <Menu align="end" trigger={<IconButton size="lg" icon={Ellipsis} label={t('menu.more')} />}>
        <MenuItem icon={Link2} onClick={() => void link()}>
          {t('menu.link')}
        </MenuItem>
        {info.code_info.openapi_desc && (
          <>
            <MenuItem
              icon={Download}
              onClick={() => saveFile(`${file}.openapi.json`, pretty(info.code_info.openapi_desc))}
            >
              {t('menu.openapi')}
            </MenuItem>
            <MenuItem
              icon={FileJson}
              onClick={() => saveFile(`${file}.ai-plugin.json`, pretty(info.code_info.plugin_desc))}
            >
              {t('menu.manifest')}
            </MenuItem>
          </>
        )}
        <MenuItem icon={MessageSquareWarning} onClick={() => setGivingFeedback(true)}>
          {t('menu.feedback')}
        </MenuItem>
        {access.may.can_delete && (
          <>
            <MenuLine />
            <MenuItem icon={Trash2} danger onClick={remove}>
              {t('menu.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isGivingFeedback && (
        <FeedbackDialog
          pluginId={pluginId}
          name={name}
          isOfficial={info.is_official}
          onClose={() => setGivingFeedback(false)}
        />
      )}
    </>
  )
}
