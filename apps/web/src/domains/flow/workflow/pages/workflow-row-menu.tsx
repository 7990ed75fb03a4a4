import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { forgetRecent } from '#lib/recent.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import { ExportItem } from '#domains/library/bundle/index.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { type ListedWorkflow, refreshWorkflowLists } from '../workflow.queries.ts'

/** The menu at the end of a list row. */
export function RowMenu({ row }: { row: ListedWorkflow }) {
  const t = useT('workflow')
  const target = { workflow_id: row.workflow_id, space_id: row.space_id }
  const copy = async () => {
    await api.workflow.copy(target, { toast: true })
    toast.ok(t('list.copied', { name: row.name }))
    await refreshWorkflowLists()
  }
  const remove = () =>
    askToDelete({
      spaceId: row.space_id,
      ids: [row.workflow_id],
      title: t('list.removeTitle', { name: row.name }),
      action: t('list.removeDo', { name: row.name }),
      onConfirm: async () => {
        await api.workflow.remove(target, { toast: true })
        forgetRecent(row.space_id, row.workflow_id)
        await refreshWorkflowLists()
      },
    })
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('list.more', { name: row.name })} />}>
      <MenuItem icon={Copy} onClick={() => void copy()}>
        {t('menu.duplicate')}
      </MenuItem>
      <ExportItem spaceId={row.space_id} id={row.workflow_id} name={row.name} />
      <MenuLine />
      <MenuItem icon={Trash2} danger onClick={() => void remove()}>
        {t('menu.remove')}
      </MenuItem>
    </Menu>
  )
}
