import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, HardDrive, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { formatBytes, formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { fromHere } from '#lib/scene.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useUsedByColumn } from '#domains/library/reference/index.ts'
import { formatNumberOf, formatOf, formats, tileOf } from '../base-format.ts'
import { creatingKnowledge } from '../create-knowledge.ts'
import { type Base, basesQuery } from '../knowledge.queries.ts'

/** The knowledge bases of a space. */
export function KnowledgeListPage() {
  const t = useT('knowledge')
  const space = useSpace()
  const { format, word = '' } = useSearch({ from: '/signed/space/$space_id/library/knowledge' })
  const navigate = useNavigate({ from: '/space/$space_id/library/knowledge' })
  const query = useInfiniteQuery(basesQuery(space.id, { word, ...(format && { format: formatNumberOf(format) }) }))
  const bases = query.data?.pages.flatMap((page) => page.dataset_list) ?? []
  const mayCreate = mayInSpace(space, 'createResource')
  const onWord = useCallback(
    (text: string) => void navigate({ search: (now) => ({ ...now, word: text.trim() || undefined }), replace: true }),
    [navigate],
  )
  const open = (base: Base) =>
    void navigate({
      to: '/space/$space_id/knowledge/$dataset_id',
      params: { space_id: space.id, dataset_id: base.dataset_id },
      state: fromHere('library.view.knowledge'),
    })
  const create = mayCreate && (
    <Button kind="solid" icon={Plus} onClick={() => creatingKnowledge.set({ space })}>
      {t('create.title')}
    </Button>
  )
  const usedBy = useUsedByColumn(space.id, bases, ({ dataset_id: id, name }) => ({ id, name }))
  const columns: Column<Base>[] = [
    {
      id: 'name',
      head: t('list.name'),
      cell: (base) => (
        <NameCell
          tile={<TypeTile kind={tileOf[formatOf(base.format_type)]} />}
          name={base.name}
          note={base.description || t('list.noDescription')}
        />
      ),
    },
    { id: 'format', head: t('list.format'), width: 110, cell: (base) => t(`format.${formatOf(base.format_type)}`) },
    usedBy,
    { id: 'state', head: t('list.state'), width: 120, cell: (base) => <StateTag base={base} /> },
    {
      id: 'documents',
      head: t('list.documents'),
      width: 110,
      align: 'end',
      cell: (base) => formatNumber(base.doc_count),
    },
    { id: 'slices', head: t('list.slices'), width: 110, align: 'end', cell: (base) => formatNumber(base.slice_count) },
    {
      id: 'size',
      head: t('list.size'),
      width: 110,
      align: 'end',
      hideBelow: 'lg',
      cell: (base) => formatBytes(base.all_file_size),
    },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 140,
      hideBelow: 'md',
      cell: (base) => <DateTime at={fromSeconds(base.update_time)} className="text-mute" />,
    },
  ]
  const isNarrowed = word !== '' || format !== undefined
  return (
    <ListPage
      title={t('list.title')}
      crumbs={[{ label: t('library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> }]}
      create={create}
      search={{ word, onWord, placeholder: t('list.search') }}
      beside={
        <Button
          icon={HardDrive}
          onClick={() =>
            void navigate({ to: '/space/$space_id/library/knowledge/accounts', params: { space_id: space.id } })
          }
        >
          {t('accounts.title')}
        </Button>
      }
      filters={
        <Segmented
          label={t('list.format')}
          items={[
            { value: 'all', label: t('list.all') },
            ...formats.map((value) => ({ value, label: t(`format.${value}`) })),
          ]}
          value={format ?? 'all'}
          onChange={(next) =>
            void navigate({
              search: (now) => ({ ...now, format: next === 'all' ? undefined : next }),
              replace: true,
            })
          }
        />
      }
      query={query}
      failed={t('list.failed')}
      empty={{ icon: FileText, title: t('list.empty'), text: t('list.emptyText') }}
      noMatch={
        isNarrowed
          ? {
              text: word ? t('list.noMatch', { word }) : undefined,
              onClear: () => void navigate({ search: {}, replace: true }),
            }
          : undefined
      }
      columns={columns}
      rows={bases}
      rowKey={(base) => base.dataset_id}
      rowName={(base) => base.name}
      onOpen={open}
      openHint={t('keys.open')}
      shown={t('list.shown', {
        shown: formatNumber(bases.length),
        total: formatNumber(query.data?.pages[0]?.total ?? 0),
      })}
    />
  )
}

function StateTag({ base }: { base: Base }) {
  const t = useT('knowledge')
  if (base.status === 3) return <Tag>{t('state.off')}</Tag>
  if (base.processing_file_list.length > 0) return <Tag tone="info">{t('state.busy')}</Tag>
  if (base.failed_file_list.length > 0) return <Tag tone="err">{t('state.failed')}</Tag>
  return base.doc_count === 0 ? <Tag>{t('state.empty')}</Tag> : <Tag tone="ok">{t('state.ready')}</Tag>
}
