import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare, Trash2 } from 'lucide-react'
import { type RefObject, useImperativeHandle, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import type { Column } from '#ui/table.tsx'
import { type Dataset, type DatasetItem, refreshDatasets, turnItemsQuery, versionQuery } from '../dataset.queries.ts'
import type { RowsPanelHandle } from './rows-panel.tsx'
import { TurnsSheet } from './turns-sheet.tsx'
import { VersionBanner } from './version-banner.tsx'

interface TurnsPanelProps {
  dataset: Dataset
  /** Empty: the draft. */
  versionId: string
  mayEdit: boolean
  handle: RefObject<RowsPanelHandle | null>
}
const from = '/signed/space/$space_id/evaluate/datasets/$dataset_id'
const firstText = (item: DatasetItem) =>
  item.repeatedData?.[0]?.data
    .map(({ content, attachments }) => content || (attachments ?? []).map(({ name }) => name).join(', '))
    .join(' · ') ?? ''

/** The items of a multi-turn dataset. Each opens as a conversation. */
export function TurnsPanel({ dataset, versionId, mayEdit: maySee, handle }: TurnsPanelProps) {
  const t = useT('dataset')
  const words = useT('database')
  const { word = '' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/datasets/$dataset_id' })
  const mayEdit = maySee && !versionId
  const query = useInfiniteQuery(turnItemsQuery(dataset.id, versionId, word))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const shown = useQuery(versionQuery(versionId)).data?.dataset
  const { fields } = (versionId ? shown?.schema : dataset.schema) ?? { fields: [] }
  const [opened, setOpened] = useState<DatasetItem | 'new' | null>(null)
  useImperativeHandle(handle, () => ({ add: () => setOpened('new') }))
  const onWord = (text: string) =>
    void navigate({ search: (now) => ({ ...now, word: text.trim() || undefined }), replace: true })
  const remove = (item: DatasetItem) =>
    confirm({
      title: t('rows.deleteTitle'),
      text: t('rows.deleteText'),
      action: t('rows.delete'),
      danger: true,
      onConfirm: async () => {
        await api.datasetItem.remove({ datasetID: dataset.id, itemID: item.itemID })
        setOpened(null)
        await refreshDatasets()
      },
    })
  const columns: Column<DatasetItem>[] = [
    { id: 'text', head: t('turns.first'), cell: (item) => <span className="block truncate">{firstText(item)}</span> },
    { id: 'turns', head: t('turns.count'), width: 90, align: 'end', cell: (item) => item.repeatedData?.length ?? 0 },
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
      {versionId !== '' && <VersionBanner dataset={dataset} versionId={versionId} />}
      <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={words('grid.search')} />}>
        {null}
      </FilterBar>
      <div className="flex min-h-0 flex-1">
        <PagedTable
          label={words('grid.label', { name: dataset.name })}
          query={query}
          failed={words('grid.failed')}
          empty={
            <EmptyState
              icon={MessagesSquare}
              title={t('rows.none')}
              text={t('turns.noneText')}
              action={
                mayEdit && (
                  <Button kind="solid" onClick={() => setOpened('new')}>
                    {t('rows.add')}
                  </Button>
                )
              }
            />
          }
          noMatch={word ? { text: words('grid.noMatch'), onClear: () => onWord('') } : undefined}
          columns={columns}
          rows={items}
          size="one"
          rowKey={({ itemID }) => itemID}
          rowName={firstText}
          onOpen={setOpened}
          actions={
            mayEdit
              ? (item) => (
                  <IconButton
                    size="sm"
                    kind="danger"
                    icon={Trash2}
                    label={t('rows.delete')}
                    onClick={() => void remove(item)}
                  />
                )
              : undefined
          }
        />
        {opened && (
          <TurnsSheet
            key={opened === 'new' ? 'new' : opened.id}
            datasetId={dataset.id}
            fields={fields.filter(({ status }) => status === 1)}
            item={opened === 'new' ? undefined : opened}
            mayEdit={mayEdit}
            onClose={() => setOpened(null)}
          />
        )}
      </div>
    </>
  )
}
