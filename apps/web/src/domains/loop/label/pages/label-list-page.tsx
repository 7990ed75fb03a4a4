import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Tags } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import type { Column } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { LabelDialog } from '../components/label-dialog.tsx'
import { type Label, labelPagesQuery, statusKeyOf } from '../label.queries.ts'

/** The tags of a space. */
export function LabelListPage() {
  const t = useT('label')
  const space = useSpace()
  const mayEdit = mayInSpace(space, 'createResource')
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/evaluate/tags' })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/tags' })
  const query = useInfiniteQuery(labelPagesQuery(space.id, word))
  const labels = query.data?.pages.flatMap(({ tags }) => tags) ?? []
  /** Null: a new tag. Undefined: the dialog is closed. */
  const [open, setOpen] = useState<Label | null | undefined>()
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  const columns: Column<Label>[] = [
    {
      id: 'name',
      head: t('form.name'),
      cell: ({ tagKeyName, description }) => (
        <span className="min-w-0">
          <span className="block truncate font-medium">{tagKeyName}</span>
          {description && <span className="block truncate text-small text-mute">{description}</span>}
        </span>
      ),
    },
    {
      id: 'values',
      head: t('values.label'),
      hideBelow: 'md',
      cell: ({ tagValues }) => (
        <span className="block truncate text-mute">{tagValues.map(({ tagValueName }) => tagValueName).join(', ')}</span>
      ),
    },
    {
      id: 'status',
      head: t('form.status'),
      width: 120,
      cell: ({ status }) => <Tag>{t(`status.${statusKeyOf(status)}`)}</Tag>,
    },
    { id: 'version', head: t('list.version'), width: 100, hideBelow: 'md', cell: ({ version }) => version },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 140,
      hideBelow: 'md',
      cell: ({ updatedAt }) => <DateTime at={Number(updatedAt)} className="text-mute" />,
    },
  ]
  return (
    <>
      <ListPage
        title={t('list.title')}
        create={
          mayEdit && (
            <Button kind="solid" icon={Plus} onClick={() => setOpen(null)}>
              {t('create.title')}
            </Button>
          )
        }
        search={{ word, onWord, placeholder: t('list.search') }}
        query={query}
        failed={t('list.failed')}
        empty={{ icon: Tags, title: t('list.empty'), text: t('list.emptyText') }}
        noMatch={word ? { text: t('list.noMatch'), onClear: () => onWord('') } : undefined}
        columns={columns}
        rows={labels}
        rowKey={({ tagKeyID }) => tagKeyID}
        rowName={({ tagKeyName }) => tagKeyName}
        onOpen={setOpen}
        openHint={t('list.open')}
        shown={t('list.shown', {
          shown: formatNumber(labels.length),
          total: formatNumber(Number(query.data?.pages[0]?.total ?? 0)),
        })}
      />
      {open !== undefined && (
        <LabelDialog spaceId={space.id} label={open} mayEdit={mayEdit} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
