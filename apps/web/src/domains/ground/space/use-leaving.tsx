import type { Member, Space } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { SuccessorDialog } from './components/successor-dialog.tsx'
import { goHome } from './go-home.ts'

interface Leaving {
  handOver: (to?: Member) => void
  leave: () => void
  dialog: ReactNode
}

/** Transferring and leaving the space. An owner names a successor for either; others just leave. */
export function useLeaving(space: Space, members: readonly Member[]): Leaving {
  const t = useT('space')
  const navigate = useNavigate()
  const [successorRequest, setSuccessorRequest] = useState<{ leaving: boolean; first?: Member } | null>(null)
  const candidates = members.filter((member) => member.space_role_type !== SpaceRole.owner)

  const confirmLeave = () =>
    confirm({
      title: t('leave.title', { space: space.name }),
      text: t('leave.text', { owner: space.owner_name }),
      action: t('leave.action'),
      danger: true,
      onConfirm: async () => {
        await api.space.exit({ space_id: space.id })
        toast.ok(t('leave.done', { space: space.name }))
        await goHome(space.id, navigate)
      },
    })

  return {
    handOver: (first) => setSuccessorRequest({ leaving: false, first }),
    leave: () => {
      if (space.space_role_type === SpaceRole.owner) setSuccessorRequest({ leaving: true })
      else void confirmLeave()
    },
    dialog: successorRequest && (
      <SuccessorDialog
        {...successorRequest}
        space={space}
        candidates={candidates}
        onClose={() => setSuccessorRequest(null)}
      />
    ),
  }
}
