import type { DeskAgent } from '@orrery/contract/shared/desk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookOpenText, FileUp, PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import type { Column } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { PaperDialog } from '../components/paper-dialog.tsx'
import { type DeskDocument, deskDocumentsQuery, refreshDesk } from '../desk.queries.ts'

/** The person's papers and texts in a space. Nobody else can see them. */
export function DeskPage() {
  const t = useT('desk')
  const space = useSpace()
  const { agent = 'reader' } = useSearch({ from: '/signed/space/$space_id/desk' })
  const navigate = useNavigate({ from: '/space/$space_id/desk' })
  const query = useInfiniteQuery(deskDocumentsQuery(space.id, agent))
  const documents = query.data?.pages.flatMap(({ instance_list }) => instance_list) ?? []
  const [isUploading, setUploading] = useState(false)
  const open = (id: string) =>
    void navigate({ to: '/space/$space_id/desk/$document_id', params: { space_id: space.id, document_id: id } })
  const write = useMutation({
    mutationFn: () =>
      api.desk.create({ space_id: space.id, agent_id: 'writer', name: t('writer.untitled') }, { toast: true }),
    onSuccess: async ({ instance_id }) => {
      await refreshDesk()
      open(instance_id)
    },
  })
  const remove = ({ name, instance_id }: DeskDocument) =>
    confirm({
      title: t('remove.title', { name }),
      text: t('remove.text'),
      action: t('remove.action'),
      danger: true,
      onConfirm: async () => {
        await api.desk.remove({ agent_id: agent, instance_id })
        await refreshDesk()
      },
    })
  const isReader = agent === 'reader'
  const create = isReader ? (
    <Button kind="solid" icon={FileUp} onClick={() => setUploading(true)}>
      {t('reader.add')}
    </Button>
  ) : (
    <Button kind="solid" icon={Plus} busy={write.isPending} onClick={() => write.mutate()}>
      {t('writer.add')}
    </Button>
  )
  const columns: Column<DeskDocument>[] = [
    {
      id: 'name',
      head: t('list.name'),
      cell: ({ name, content }) => (
        <span className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          {content && <span className="block truncate text-small text-mute">{content}</span>}
        </span>
      ),
    },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 160,
      cell: ({ update_time }) => <DateTime at={update_time * 1000} className="text-mute" />,
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={t('title')} note={t('note')} actions={documents.length > 0 && create} />
      <Tabs<DeskAgent>
        size="page"
        label={t('tabs')}
        value={agent}
        onChange={(next) => void navigate({ search: { agent: next === 'reader' ? undefined : next } })}
        items={[
          { value: 'reader', label: t('reader.title'), icon: BookOpenText },
          { value: 'writer', label: t('writer.title'), icon: PenLine },
        ]}
      />
      <PagedTable
        query={query}
        label={isReader ? t('reader.title') : t('writer.title')}
        failed={t('list.failed')}
        columns={columns}
        rows={documents}
        rowKey={({ instance_id }) => instance_id}
        rowName={({ name }) => name}
        onOpen={({ instance_id }) => open(instance_id)}
        actions={(row) => (
          <IconButton size="sm" icon={Trash2} label={t('remove.action')} onClick={() => void remove(row)} />
        )}
        empty={
          <EmptyState
            icon={isReader ? BookOpenText : PenLine}
            title={isReader ? t('reader.empty') : t('writer.empty')}
            text={isReader ? t('reader.emptyText') : t('writer.emptyText')}
            action={create}
          />
        }
      />
      {isUploading && <PaperDialog spaceId={space.id} onOpened={open} onClose={() => setUploading(false)} />}
    </div>
  )
}
