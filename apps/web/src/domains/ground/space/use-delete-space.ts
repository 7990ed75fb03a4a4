import type { Space } from '@orrery/contract'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { goHome } from './go-home.ts'

/** Asks twice, for confirmation and for the name, because a deleted space cannot be restored. */
export function useDeleteSpace(space: Space): () => Promise<void> {
  const t = useT('space')
  const navigate = useNavigate()
  const values = { space: space.name, count: space.total_member_num }
  return async () => {
    const isMeant = await confirm({
      title: t('delete.askTitle', values),
      text: t('delete.askText', values),
      action: t('delete.goOn'),
      danger: true,
    })
    if (!isMeant) return
    await confirm({
      title: t('delete.nameTitle', values),
      text: t('delete.nameText'),
      action: t('delete.action', values),
      askName: space.name,
      danger: true,
      onConfirm: async () => {
        await api.space.remove({ space_id: space.id })
        toast.ok(t('delete.done', values))
        await goHome(space.id, navigate)
      },
    })
  }
}
