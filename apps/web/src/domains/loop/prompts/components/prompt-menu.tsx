import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, FlaskConical, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { forgetRecent } from '#lib/recent.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { askToDelete } from '#domains/library/reference/index.ts'
import { type Prompt, refreshPrompts } from '../prompts.queries.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { InfoDialog } from './info-dialog.tsx'

/** The actions on a prompt as a whole. */
export function PromptMenu({ prompt, spaceId }: { prompt: Prompt; spaceId: string }) {
  const t = useT('prompts')
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'info' | 'copy' | null>(null)
  const { id, display_name: name } = prompt
  const close = () => setOpened(null)
  const remove = () =>
    askToDelete({
      spaceId,
      ids: [id],
      title: t('remove.title', { name }),
      action: t('remove.action'),
      onConfirm: async () => {
        await api.promptManage.remove({ prompt_id: id })
        forgetRecent(spaceId, id)
        await navigate({ to: '/space/$space_id/prompts', params: { space_id: spaceId } })
        await refreshPrompts()
      },
    })
  return (
    <>
      <Menu align="end" trigger={<IconButton size="lg" icon={Ellipsis} label={t('page.more')} />}>
        <MenuItem icon={Settings} onClick={() => setOpened('info')}>
          {t('info.title')}
        </MenuItem>
        <MenuItem icon={Copy} onClick={() => setOpened('copy')}>
          {t('copy.title')}
        </MenuItem>
        <MenuItem
          icon={FlaskConical}
          render={
            <Link
              to="/space/$space_id/evaluate/experiments/new"
              params={{ space_id: spaceId }}
              search={{ prompt: id }}
            />
          }
        >
          {t('page.runOnDataset')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onClick={() => void remove()}>
          {t('remove.action')}
        </MenuItem>
      </Menu>
      {opened === 'info' && <InfoDialog prompt={prompt} spaceId={spaceId} onClose={close} />}
      {opened === 'copy' && <CopyDialog prompt={prompt} spaceId={spaceId} onClose={close} />}
    </>
  )
}
