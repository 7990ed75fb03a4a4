import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { groupsQuery, type PersonGroup, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'
import { GroupSheet } from './group-sheet.tsx'

export function GroupsTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const query = useQuery(groupsQuery(enterprise_id))
  const [open, setOpen] = useState<string>()
  const [creating, setCreating] = useState(false)
  const groups = query.data ?? []
  const shown = groups.find((group) => group.group_id === open)
  const remove = (group: PersonGroup) =>
    confirm({
      title: t('groups.deleteTitle', { name: group.name }),
      text: t('groups.deleteText', { count: group.members, spaces: group.grants.length }),
      action: t('groups.delete'),
      danger: true,
      onConfirm: async () => {
        await api.enterpriseGroups.remove({ enterprise_id, group_id: group.group_id })
        await refreshEnterprise(enterprise_id)
        toast.ok(t('groups.deleted'))
      },
    })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const columns: Column<PersonGroup>[] = [
    {
      id: 'name',
      head: t('groups.name'),
      cell: (group) => (
        <NameCell
          name={group.name}
          beside={group.managed_by === 'manual' ? null : <Tag>{t(`source.${group.managed_by}`)}</Tag>}
          note={group.grants.map((grant) => grant.name).join(', ') || t('groups.opensNothing')}
        />
      ),
    },
    { id: 'members', head: t('groups.members'), width: 110, align: 'end', cell: (group) => group.members },
    { id: 'spaces', head: t('groups.spaces'), width: 110, align: 'end', cell: (group) => group.grants.length },
    {
      id: 'act',
      head: t('people.act'),
      hideHead: true,
      width: 160,
      align: 'end',
      cell: (group) => (
        <span className="inline-flex items-center gap-1">
          <Button size="sm" onClick={() => setOpen(group.group_id)}>
            {t('people.manage')}
          </Button>
          {group.managed_by === 'manual' && (
            <IconButton
              icon={Trash2}
              kind="danger"
              label={t('groups.deleteOf', { name: group.name })}
              onClick={() => void remove(group)}
            />
          )}
        </span>
      ),
    },
  ]
  const create = (
    <Button kind="solid" icon={Plus} onClick={() => setCreating(true)}>
      {t('groups.create')}
    </Button>
  )
  return (
    <>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
          {query.isSuccess && groups.length === 0 ? (
            <EmptyState icon={UsersRound} title={t('groups.empty')} text={t('groups.emptyText')} action={create} />
          ) : (
            <>
              <div className="flex min-h-13 shrink-0 items-center justify-end px-5 py-2.5">{create}</div>
              <Table
                label={names('nav.enterprise.groups')}
                columns={columns}
                rows={groups}
                rowKey={(group) => group.group_id}
                rowName={(group) => group.name}
                loading={query.isPending ? 5 : 0}
              />
            </>
          )}
        </div>
        {shown && <GroupSheet key={shown.group_id} group={shown} onClose={() => setOpen(undefined)} />}
      </div>
      <FootBar>{t('groups.foot', { count: groups.length })}</FootBar>
      {creating && <CreateGroup onClose={() => setCreating(false)} onDone={setOpen} />}
    </>
  )
}

function CreateGroup({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => api.enterpriseGroups.create({ enterprise_id, name: name.trim() }),
    onSuccess: async ({ group_id }) => {
      await refreshEnterprise(enterprise_id)
      onDone(group_id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('groups.create')}
      isReady={name.trim() !== ''}
      isDirty={name !== ''}
      call={create}
      action={t('groups.create')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('groups.name')} required>
        <Input value={name} limit={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
