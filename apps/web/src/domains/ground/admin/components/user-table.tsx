import { useMutation } from '@tanstack/react-query'
import { Award, Ban, Crown, ShieldOff, UserCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type InstanceUser, refreshUsers } from '../admin.queries.ts'
import { StandingDialog } from './standing-dialog.tsx'

interface UserTableProps {
  users: readonly InstanceUser[]
  loading: boolean
  after: ReactNode
}

export function UserTable({ users, loading, after }: UserTableProps) {
  const t = useT('admin')
  const names = useT('shell')
  const isNarrow = useNarrow()
  const [standing, setStanding] = useState<InstanceUser>()
  const enable = useMutation({
    mutationFn: (user: InstanceUser) =>
      api.instance.setUserDisabled({ user_id: user.id, disabled: false }, { toast: true }),
    onSuccess: (_, user) => void toast.ok(t('users.enabled', { name: user.name })),
    onSettled: refreshUsers,
  })
  const disable = (user: InstanceUser) =>
    confirm({
      title: t('users.disableTitle', { name: user.name }),
      text: t('users.disableText'),
      action: t('users.disableAction', { name: user.name }),
      danger: true,
      onConfirm: async () => {
        await api.instance.setUserDisabled({ user_id: user.id, disabled: true })
        await refreshUsers()
        toast.ok(t('users.disabled', { name: user.name }))
      },
    })
  const resetFactor = (user: InstanceUser) =>
    confirm({
      title: t('users.resetStepTitle', { name: user.name }),
      text: t('users.resetStepText'),
      action: t('users.resetStepAction'),
      danger: true,
      onConfirm: async () => {
        await api.factor.reset({ user_id: user.id })
        await refreshUsers()
        toast.ok(t('users.resetStepDone', { name: user.name }))
      },
    })
  const columns: Column<InstanceUser>[] = [
    {
      id: 'person',
      head: t('users.person'),
      cell: (user) => (
        <NameCell
          tile={<Avatar name={user.name} id={user.id} src={user.avatar_url} decorative />}
          name={user.name}
          beside={
            <>
              <LabelTag label={user.label ? { label_name: user.label } : undefined} />
              <UserTag user={user} />
            </>
          }
          note={`${user.email} · @${user.user_unique_name}`}
        />
      ),
    },
    ...(isNarrow
      ? []
      : [
          {
            id: 'since',
            head: t('users.since'),
            width: 160,
            cell: (user: InstanceUser) => <DateTime at={user.created_at} className="text-mute" />,
          },
          {
            id: 'seen',
            head: t('users.seen'),
            width: 160,
            cell: (user: InstanceUser) =>
              user.last_seen_at > 0 ? (
                <DateTime at={user.last_seen_at} className="text-mute" />
              ) : (
                <span className="text-mute">{t('users.never')}</span>
              ),
          },
        ]),
    {
      id: 'act',
      head: t('users.act'),
      hideHead: true,
      width: 190,
      align: 'end',
      cell: (user) => {
        const give = (
          <IconButton icon={Award} label={t('standing.of', { name: user.name })} onClick={() => setStanding(user)} />
        )
        if (user.is_instance_owner) return give
        const access = user.disabled ? (
          <Button
            size="sm"
            icon={UserCheck}
            busy={enable.isPending && enable.variables.id === user.id}
            onClick={() => enable.mutate(user)}
          >
            {t('users.enable')}
          </Button>
        ) : (
          <Button size="sm" kind="quiet" icon={Ban} onClick={() => void disable(user)}>
            {t('users.disable')}
          </Button>
        )
        return (
          <span className="inline-flex items-center gap-1">
            {user.has_second_step && (
              <IconButton
                icon={ShieldOff}
                label={t('users.resetStepOf', { name: user.name })}
                onClick={() => void resetFactor(user)}
              />
            )}
            {give}
            {access}
          </span>
        )
      },
    },
  ]
  return (
    <>
      <Table
        label={names('nav.admin.users')}
        columns={columns}
        rows={users}
        rowKey={(user) => user.id}
        rowName={(user) => user.name}
        loading={loading ? 8 : 0}
        after={after}
      />
      {standing && <StandingDialog user={standing} onClose={() => setStanding(undefined)} />}
    </>
  )
}

function UserTag({ user }: { user: InstanceUser }) {
  const t = useT('admin')
  if (user.is_instance_owner) {
    return (
      <Tag tone="brand" icon={Crown}>
        {t('users.owner')}
      </Tag>
    )
  }
  if (!user.disabled) return null
  return (
    <Tag tone="err" icon={Ban}>
      {t('users.shut')}
    </Tag>
  )
}
