import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderInput, LogOut, Plus, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { spacesQuery } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshEnterprise, spacesOfQuery, useEnterprise } from '../enterprise.queries.ts'
import { MoveInDialog } from './move-in-dialog.tsx'

type SpaceRow = Awaited<ReturnType<typeof api.enterpriseSpaces.list>>['spaces'][number]
const refreshAll = async (id: string) => {
  await refreshEnterprise(id)
  await queryClient.invalidateQueries({ queryKey: spacesQuery.queryKey })
}

/** Spaces that belong to the enterprise. Admins see who owns them, not their content. */
export function SpacesTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const query = useQuery(spacesOfQuery(enterprise_id))
  const [open, setOpen] = useState<'create' | 'move'>()
  const spaces = query.data ?? []
  const moveOut = (space: SpaceRow) =>
    confirm({
      title: t('spaces.outTitle', { name: space.name }),
      text: t('spaces.outText', { name: space.owner?.nick_name ?? '' }),
      action: t('spaces.out'),
      danger: true,
      onConfirm: async () => {
        await api.enterpriseSpaces.moveOut({ enterprise_id, space_id: space.space_id })
        await refreshAll(enterprise_id)
        toast.ok(t('spaces.movedOut', { name: space.name }))
      },
    })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const columns: Column<SpaceRow>[] = [
    {
      id: 'space',
      head: t('spaces.space'),
      cell: (space) => (
        <NameCell
          tile={<SpaceTile id={space.space_id} name={space.name} src={space.icon_url} />}
          name={space.name}
          note={t('spaces.ownedBy', { name: space.owner?.nick_name ?? '' })}
        />
      ),
    },
    { id: 'members', head: t('spaces.members'), width: 110, align: 'end', cell: (space) => space.members },
    { id: 'resources', head: t('spaces.resources'), width: 110, align: 'end', cell: (space) => space.resources },
    {
      id: 'since',
      head: t('spaces.since'),
      width: 150,
      hideBelow: 'md',
      cell: (space) => <DateTime at={space.created_at * 1000} className="text-mute" />,
    },
    {
      id: 'act',
      head: t('people.act'),
      hideHead: true,
      width: 70,
      align: 'end',
      cell: (space) => (
        <IconButton icon={LogOut} label={t('spaces.outOf', { name: space.name })} onClick={() => void moveOut(space)} />
      ),
    },
  ]
  const actions = (
    <span className="flex gap-2">
      <Button icon={FolderInput} onClick={() => setOpen('move')}>
        {t('spaces.moveIn')}
      </Button>
      <Button kind="solid" icon={Plus} onClick={() => setOpen('create')}>
        {t('spaces.create')}
      </Button>
    </span>
  )
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.isSuccess && spaces.length === 0 ? (
          <EmptyState icon={Waypoints} title={t('spaces.empty')} text={t('spaces.emptyText')} action={actions} />
        ) : (
          <>
            <div className="flex min-h-13 shrink-0 items-center justify-end px-5 py-2.5">{actions}</div>
            <Table
              label={names('nav.enterprise.spaces')}
              columns={columns}
              rows={spaces}
              rowKey={(space) => space.space_id}
              rowName={(space) => space.name}
              loading={query.isPending ? 5 : 0}
            />
          </>
        )}
      </div>
      <FootBar>{t('spaces.foot', { count: spaces.length })}</FootBar>
      {open === 'create' && <CreateSpace onClose={() => setOpen(undefined)} />}
      {open === 'move' && <MoveInDialog onClose={() => setOpen(undefined)} onDone={() => refreshAll(enterprise_id)} />}
    </>
  )
}

function CreateSpace({ onClose }: { onClose: () => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => api.enterpriseSpaces.create({ enterprise_id, name: name.trim() }),
    onSuccess: async () => {
      await refreshAll(enterprise_id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('spaces.create')}
      isReady={name.trim() !== ''}
      isDirty={name !== ''}
      call={create}
      action={t('spaces.create')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('spaces.name')} required>
        <Input value={name} limit={50} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
