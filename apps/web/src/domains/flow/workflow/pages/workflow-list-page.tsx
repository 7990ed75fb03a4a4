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
import { ListPage } from '#ui/list-page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { ListingTag } from '#ui/listing-tag.tsx'
import { PublishTag } from '#ui/publish-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { ImportButton } from '#domains/library/bundle/index.ts'
import { useUsedByColumn } from '#domains/library/reference/index.ts'
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
  const columns = useColumns(useUsedByColumn(space.id, rows, ({ workflow_id: id, name: flow }) => ({ id, name: flow })))
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
  const isNarrowed = name !== '' || kind !== 'all'
  return (
    <ListPage
      title={t('list.title')}
      crumbs={[
        { label: t('list.library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> },
      ]}
      create={create}
      beside={create && <ImportButton spaceId={space.id} />}
      search={{ word: name, onWord: onName, placeholder: t('list.search') }}
      filters={
        <Segmented
          label={t('create.kind')}
          items={[
            { value: 'all', label: t('kind.all') },
            ...flowKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          value={kind}
          onChange={setKind}
        />
      }
      query={query}
      failed={t('list.failed')}
      empty={{ icon: Workflow, title: t('list.empty'), text: t('list.emptyText') }}
      noMatch={isNarrowed ? { text: name ? t('list.noMatch', { name }) : undefined, onClear: clear } : undefined}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.workflow_id}
      rowName={(row) => row.name}
      onOpen={open}
      openHint={t('list.keyOpen')}
      actions={(row) => <RowMenu row={row} />}
      shown={t('list.shown', { shown: formatNumber(rows.length), total: formatNumber(total) })}
    />
  )
}

function useColumns(usedBy: Column<ListedWorkflow>): Column<ListedWorkflow>[] {
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
    usedBy,
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
