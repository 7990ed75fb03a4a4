import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Workflow } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { fromHere } from '#lib/scene.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { ListingTag } from '#ui/listing-tag.tsx'
import { PublishTag } from '#ui/publish-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { ImportButton } from '#domains/library/bundle/index.ts'
import { creatingWorkflow, type FlowKind, flowKinds, flowModes, kindOf } from '../create-workflow.ts'
import { type ListedWorkflow, workflowListQuery } from '../workflow.queries.ts'
import { RowMenu } from './workflow-row-menu.tsx'

/** The workflows, chatflows and image flows of a space. */
export function WorkflowListPage() {
  const t = useT('workflow')
  const space = useSpace()
  const navigate = useNavigate()
  const [kind, setKind] = useState<FlowKind | 'all'>('all')
  const [name, setName] = useState('')
  const query = useInfiniteQuery(
    workflowListQuery(space.id, { name, flowMode: kind === 'all' ? undefined : flowModes[kind] }),
  )
  const rows = query.data?.pages.flatMap((page) => page.workflow_list) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const columns = useColumns()
  const onName = useCallback((text: string) => setName(text.trim()), [])
  const create = mayInSpace(space, 'createResource') && (
    <Button
      kind="solid"
      icon={Plus}
      onClick={() => creatingWorkflow.set({ space, kind: kind === 'all' ? 'workflow' : kind })}
    >
      {t('list.create')}
    </Button>
  )
  const clear = () => {
    setKind('all')
    setName('')
  }
  const open = ({ workflow_id }: ListedWorkflow) =>
    void navigate({
      to: '/work_flow',
      search: { space_id: space.id, workflow_id },
      state: fromHere('library.view.workflow'),
    })
  const isFiltered = name !== '' || kind !== 'all'
  const empty = isFiltered ? (
    <NoMatch text={name ? t('list.noMatch', { name }) : undefined} onClear={clear} />
  ) : (
    <EmptyState icon={Workflow} title={t('list.empty')} text={t('list.emptyText')} action={create} />
  )
  if (query.error && !query.data)
    return <FailedPage title={t('list.failed')} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('list.title')}
        back={<Link to="/space/$space_id/library" params={{ space_id: space.id }} />}
        actions={
          <>
            {create && <ImportButton spaceId={space.id} />}
            {/* Once: an empty list offers it in its middle. */}
            {(!query.data || rows.length > 0 || isFiltered) && create}
          </>
        }
      />
      <FilterBar search={<SearchInput slash value={name} onChange={onName} placeholder={t('list.search')} />}>
        <Segmented
          label={t('create.kind')}
          items={[
            { value: 'all', label: t('kind.all') },
            ...flowKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          value={kind}
          onChange={setKind}
        />
      </FilterBar>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-card">
        {!query.isPending && rows.length === 0 ? (
          empty
        ) : (
          <Table
            label={t('list.title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.workflow_id}
            rowName={(row) => row.name}
            onOpen={open}
            loading={query.isPending ? 8 : 0}
            actions={(row) => <RowMenu row={row} />}
            after={<InfiniteSentinel query={query} />}
          />
        )}
      </div>
      <FootBar hints={[{ keys: 'Enter', label: t('list.keyOpen') }]}>
        {t('list.shown', { shown: formatNumber(rows.length), total: formatNumber(total) })}
      </FootBar>
    </div>
  )
}

function useColumns(): Column<ListedWorkflow>[] {
  const t = useT('workflow')
  return [
    {
      id: 'name',
      head: t('list.name'),
      cell: (row) => <NameCell tile={<TypeTile kind={kindOf(row.flow_mode)} />} name={row.name} note={row.desc} />,
    },
    {
      id: 'kind',
      head: t('create.kind'),
      width: 140,
      cell: (row) => t(`kind.${kindOf(row.flow_mode)}`),
      hideBelow: 'sm',
    },
    {
      id: 'state',
      head: t('list.state'),
      width: 220,
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          {row.latest_version ? (
            <Tag tone="ok">{t('state.published', { version: row.latest_version })}</Tag>
          ) : (
            <PublishTag state="draft" />
          )}
          <ListingTag status={row.product_status} draft={row.product_draft_status} />
        </span>
      ),
    },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 160,
      hideBelow: 'md',
      cell: (row) => <DateTime at={fromSeconds(row.update_time)} />,
    },
  ]
}
