import type { LibraryResource } from '@orrery/contract'
import { Ellipsis, ExternalLink, Link2, Trash2 } from 'lucide-react'
import { useT } from '../../../lib/i18n.ts'
import { forgetRecent } from '../../../lib/recent.ts'
import { confirm } from '../../../ui/confirm-host.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuItem, MenuLine } from '../../../ui/menu-items.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshLibrary, removeResource } from '../library.queries.ts'

const DELETE = 2

/** At the end of a row: what its reader may do with the resource. */
export function RowMenu({ row, place }: { row: LibraryResource; place: string }) {
  const t = useT('library')
  const mayDelete = row.actions.some((one) => one.key === DELETE && one.enable)
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(place, location.origin).href)
    toast.ok(t('linkCopied'))
  }
  const remove = () =>
    confirm({
      title: t('remove.title', { name: row.name }),
      text: t('remove.text'),
      action: t('remove.do', { name: row.name }),
      danger: true,
      onConfirm: async () => {
        await removeResource(row)
        forgetRecent(row.space_id, row.res_id)
        await refreshLibrary()
      },
    })
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name: row.name })} />}>
      <MenuItem icon={ExternalLink} render={<a href={place} target="_blank" rel="noreferrer" />}>
        {t('newTab')}
      </MenuItem>
      <MenuItem icon={Link2} onClick={() => void copyLink()}>
        {t('copyLink')}
      </MenuItem>
      {mayDelete && (
        <>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => void remove()}>
            {t('remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
