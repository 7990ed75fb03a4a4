import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Plus, Rows3, Waypoints } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { categoryKeys, isCategory } from '../categories.ts'
import { CreateFromFileDialog } from '../components/create-from-file-dialog.tsx'
import { creatingDataset } from '../create-dataset.ts'
import { type Category, type Dataset, datasetsQuery } from '../dataset.queries.ts'

const all = '0'

/** The datasets of a space. */
export function DatasetListPage() {
  const t = useT('dataset')
  const space = useSpace()
  const { word = '', category: chosen } = useSearch({ from: '/signed/space/$space_id/evaluate/datasets' })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/datasets' })
  const category = chosen && isCategory(Number(chosen)) ? (Number(chosen) as Category) : undefined
  const query = useInfiniteQuery(datasetsQuery(space.id, word, category))
  const datasets = query.data?.pages.flatMap((page) => page.datasets) ?? []
  const onWord = useCallback(
    (text: string) => void navigate({ search: (now) => ({ ...now, word: text.trim() || undefined }), replace: true }),
    [navigate],
  )
  const onCategory = (value: typeof all | `${Category}`) =>
    void navigate({ search: (now) => ({ ...now, category: value === all ? undefined : value }), replace: true })
  const open = ({ id }: Dataset) =>
    void navigate({
      to: '/space/$space_id/evaluate/datasets/$dataset_id',
      params: { space_id: space.id, dataset_id: id },
    })
  const openTraces = () => void navigate({ to: '/space/$space_id/observe/traces', params: { space_id: space.id } })
  const nameOf = (value: number) => (isCategory(value) ? t(`category.${categoryKeys[value]}`) : '')
  const columns: Column<Dataset>[] = [
    {
      id: 'name',
      head: t('list.name'),
      cell: (dataset) => (
        <NameCell
          tile={<TypeTile kind="dataset" />}
          name={dataset.name}
          note={dataset.description || t('list.noDescription')}
        />
      ),
    },
    {
      id: 'category',
      head: t('category.label'),
      width: 130,
      hideBelow: 'md',
      cell: ({ category: value }) => <Tag>{nameOf(value)}</Tag>,
    },
    {
      id: 'rows',
      head: t('list.rows'),
      width: 110,
      align: 'end',
      cell: ({ itemCount }) => formatNumber(Number(itemCount)),
    },
    {
      id: 'version',
      head: t('list.version'),
      width: 130,
      hideBelow: 'md',
      cell: ({ latestVersion }) => latestVersion || <span className="text-mute">{t('list.noVersion')}</span>,
    },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 140,
      hideBelow: 'md',
      cell: ({ updatedAt }) => <DateTime at={Number(updatedAt)} className="text-mute" />,
    },
  ]
  const [isReading, setReading] = useState(false)
  const clear = () => void navigate({ search: {}, replace: true })
  return (
    <>
      <ListPage
        title={t('list.title')}
        create={
          mayInSpace(space, 'createResource') && (
            <Button kind="solid" icon={Plus} onClick={() => creatingDataset.set({ space })}>
              {t('create.title')}
            </Button>
          )
        }
        beside={
          mayInSpace(space, 'createResource') && (
            <>
              <Button icon={FileUp} onClick={() => setReading(true)}>
                {t('fromFile.action')}
              </Button>
              <Button icon={Waypoints} className="max-sm:hidden" onClick={openTraces}>
                {t('fromTraces')}
              </Button>
            </>
          )
        }
        search={{ word, onWord, placeholder: t('list.search') }}
        filters={
          <Select
            prefix={t('category.label')}
            value={chosen ?? all}
            onChange={onCategory}
            items={[
              { value: all, label: t('category.all') },
              ...([1, 2, 3, 4] as const).map((value) => ({ value: `${value}` as const, label: nameOf(value) })),
            ]}
          />
        }
        query={query}
        failed={t('list.failed')}
        empty={{ icon: Rows3, title: t('list.empty'), text: t('list.emptyText') }}
        noMatch={word || category ? { text: t('list.noMatch'), onClear: clear } : undefined}
        columns={columns}
        rows={datasets}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={open}
        openHint={t('list.open')}
        shown={t('list.shown', {
          shown: formatNumber(datasets.length),
          total: formatNumber(Number(query.data?.pages[0]?.total ?? 0)),
        })}
      />
      {isReading && <CreateFromFileDialog spaceId={space.id} onClose={() => setReading(false)} />}
    </>
  )
}
