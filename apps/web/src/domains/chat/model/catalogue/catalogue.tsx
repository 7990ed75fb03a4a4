import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import { useState } from 'react'
import { formatContext, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { ModelGuide } from '../components/model-guide.tsx'
import { type CatalogueFilter, catalogueFiltersQuery, catalogueQuery, type CatalogueRow } from './catalogue.queries.ts'
import { useTagName } from './tag-name.ts'
import { ModelSheet } from './model-sheet.tsx'

/** The value of an inactive filter. */
const any = 'any'

/** Every model that a space can use: its capabilities, its price, and its usage. */
export function Catalogue() {
  const t = useT('model')
  const space = useSpace()
  const [filter, setFilter] = useState<CatalogueFilter>({ word: '', kind: '', vendor: '' })
  const [opened, setOpened] = useState('')
  const { data, error, isPending, refetch } = useQuery(catalogueQuery(space.id, filter))
  const { data: choices } = useQuery(catalogueFiltersQuery(space.id))
  const kindName = useTagName()
  const set = (change: Partial<CatalogueFilter>) => setFilter({ ...filter, ...change })
  const columns: Column<CatalogueRow>[] = [
    {
      id: 'name',
      head: t('model.name'),
      cell: ({ model_basic_info: info }) => (
        <span className="flex min-w-0 flex-col">
          <span className="flex items-center gap-2 font-medium">
            <span className="truncate">{info.name}</span>
            {info.default_model_flag && <Tag tone="brand">{t('default')}</Tag>}
            {info.status === 2 && <Tag>{t('catalogue.off')}</Tag>}
          </span>
          <span className="truncate text-small text-mute">{info.model_vendor}</span>
        </span>
      ),
    },
    {
      id: 'kind',
      head: t('model.type'),
      width: 120,
      cell: ({ model_basic_info: info }) => (info.model_tags['1'] ?? []).map(kindName).join(', '),
    },
    {
      id: 'context',
      head: t('model.context'),
      width: 140,
      align: 'end',
      hideBelow: 'md',
      cell: ({ model_basic_info: info }) => formatContext(info.token_limit),
    },
    {
      id: 'price',
      head: t('catalogue.price'),
      width: 160,
      align: 'end',
      hideBelow: 'md',
      cell: ({ model_basic_info: info }) =>
        info.model_input_price || info.model_output_price
          ? `${formatNumber(info.model_input_price)} / ${formatNumber(info.model_output_price)}`
          : t('catalogue.free'),
    },
    {
      id: 'speed',
      head: t('catalogue.speed'),
      width: 140,
      align: 'end',
      hideBelow: 'lg',
      cell: (row) => (row.model_speed ? formatNumber(row.model_speed) : '–'),
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <FilterBar
        search={<SearchInput slash value={filter.word} onChange={(word) => set({ word })} placeholder={t('search')} />}
      >
        <Select
          label={t('model.type')}
          items={[
            { value: any, label: t('catalogue.anyKind') },
            ...(choices?.tag_filters['1'] ?? []).map((kind) => ({ value: kind, label: kindName(kind) })),
          ]}
          value={filter.kind || any}
          onChange={(kind) => set({ kind: kind === any ? '' : kind })}
          className="w-44"
        />
        <Select
          label={t('catalogue.vendor')}
          items={[
            { value: any, label: t('catalogue.anyVendor') },
            ...(choices?.model_vendors ?? []).map((vendor) => ({ value: vendor, label: vendor })),
          ]}
          value={filter.vendor || any}
          onChange={(vendor) => set({ vendor: vendor === any ? '' : vendor })}
          className="w-44"
        />
      </FilterBar>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
          {error && !data ? (
            <FailedPage error={error} onRetry={() => void refetch()} />
          ) : data?.model_list.length === 0 ? (
            <EmptyState icon={Cpu} title={t('catalogue.empty')} text={t('catalogue.emptyText')} />
          ) : (
            <Table
              label={t('catalogue')}
              columns={columns}
              rows={data?.model_list ?? []}
              rowKey={(row) => row.model_basic_info.model_id}
              rowName={(row) => row.model_basic_info.name}
              onOpen={(row) => setOpened(row.model_basic_info.model_id)}
              loading={isPending ? 4 : 0}
            />
          )}
          <ModelGuide spaceId={space.id} className="px-5 py-3 text-small text-mute" />
        </div>
        {opened && <ModelSheet key={opened} space={space} modelId={opened} onClose={() => setOpened('')} />}
      </div>
    </div>
  )
}
