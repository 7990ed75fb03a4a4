import type { LibraryResource } from '@orrery/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Library, Plus } from 'lucide-react'
import { createActions } from '../../../lib/create-actions.ts'
import { formatNumber, fromSeconds } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { libraryLists } from '../../../lib/library-lists.ts'
import { placeOf, tileOf } from '../../../lib/resource-place.ts'
import { useSpace } from '../../../lib/spaces.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { EmptyState, NoMatch } from '../../../ui/empty-state.tsx'
import { FootBar } from '../../../ui/foot-bar.tsx'
import { InfiniteSentinel } from '../../../ui/infinite-sentinel.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { FailedPage } from '../../../ui/page-state.tsx'
import { type Column, NameCell, Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TitleBar } from '../../../ui/title-bar.tsx'
import { TypeTile } from '../../../ui/type-tile.tsx'
import { editedPrompt } from '../../prompt/index.ts'
import { LibraryFilters } from '../components/library-filters.tsx'
import { RowMenu } from '../components/row-menu.tsx'
import { kindOf, type LibraryKind, libraryKinds, libraryQuery } from '../library.queries.ts'

const PUBLISHED = 2
const publishable = new Set<LibraryKind>(['plugin', 'workflow'])
const placed = (row: LibraryResource) => ({
  id: row.res_id,
  kind: kindOf(row),
  sub_type: row.res_sub_type,
  space_id: row.space_id,
})

/** Everything that the bots of a space may use, in one list. */
export function LibraryPage() {
  const t = useT('library')
  const space = useSpace()
  const navigate = useNavigate()
  const { history } = useRouter()
  const search = useSearch({ from: '/signed/space/$space_id/library' })
  const query = useInfiniteQuery(libraryQuery(space.id, search))
  const rows = query.data?.pages.flatMap((page) => page.resource_list) ?? []
  const makers = createActions
    .use()
    .filter((one) => one.kind !== 'bot' && one.kind !== 'project' && one.id !== 'team' && (one.may?.(space) ?? true))
  // Lists of things that are no resources of this table, such as servers.
  const others = libraryLists.use().filter((one) => !libraryKinds.some((kind) => kind === one.id))
  const isFiltered = Object.values(search).some(Boolean)
  const create = makers.length > 0 && (
    <Menu
      align="end"
      trigger={
        <Button kind="solid" icon={Plus}>
          {t('create')}
        </Button>
      }
    >
      {makers.map((one) => (
        <MenuItem
          key={one.id}
          tile={<TypeTile kind={one.kind} size={26} />}
          description={one.description?.()}
          keys={one.keys}
          onClick={() => one.open(space)}
        >
          {one.label()}
        </MenuItem>
      ))}
    </Menu>
  )
  const open = (row: LibraryResource) =>
    kindOf(row) === 'prompt'
      ? editedPrompt.set({ spaceId: space.id, promptId: row.res_id })
      : history.push(placeOf(placed(row)))
  const columns: Column<LibraryResource>[] = [
    {
      id: 'name',
      head: t('resource'),
      cell: (row) => (
        <NameCell
          tile={<TypeTile kind={tileOf(placed(row))} />}
          name={row.name}
          note={row.desc || t('noDescription')}
        />
      ),
    },
    { id: 'kind', head: t('kind'), width: 150, hideBelow: 'md', cell: (row) => t(`kind.${kindOf(row)}`) },
    {
      id: 'state',
      head: t('state'),
      width: 140,
      // Only plugins and workflows have a draft beside what others use.
      cell: (row) =>
        !publishable.has(kindOf(row)) ? null : row.publish_status === PUBLISHED ? (
          <Tag tone="ok">{t('state.published')}</Tag>
        ) : (
          <Tag>{t('state.draft')}</Tag>
        ),
    },
    {
      id: 'edited',
      head: t('edited'),
      width: 190,
      hideBelow: 'md',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Avatar id={row.creator_id} name={row.creator_name} src={row.creator_avatar} size={20} />
          <DateTime at={fromSeconds(row.edit_time)} className="text-mute" />
        </span>
      ),
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('title')}
        beside={<span className="text-small text-mute">{t('text')}</span>}
        actions={
          <>
            {others.map((list) => (
              <Button
                key={list.id}
                nativeButton={false}
                render={<Link to={list.to} params={{ space_id: space.id }} aria-label={list.label()} />}
              >
                {list.label()}
              </Button>
            ))}
            {create}
          </>
        }
      />
      <LibraryFilters />
      <main className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.error && !query.data ? (
          <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data && rows.length === 0 ? (
          isFiltered ? (
            <NoMatch
              text={search.word ? t('noMatch', { word: search.word }) : undefined}
              onClear={() => void navigate({ to: '.', search: {}, replace: true })}
            />
          ) : (
            <EmptyState icon={Library} title={t('empty')} text={t('emptyText')} action={create} />
          )
        ) : (
          <Table
            label={t('title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.res_id}
            rowName={(row) => row.name}
            onOpen={open}
            actions={(row) => <RowMenu row={row} place={placeOf(placed(row))} />}
            loading={query.data ? 0 : 8}
            after={
              <InfiniteSentinel
                hasMore={query.hasNextPage}
                loading={query.isFetchingNextPage}
                failed={query.isFetchNextPageError}
                onReach={() => void query.fetchNextPage()}
              />
            }
          />
        )}
      </main>
      <FootBar hints={[{ keys: 'Enter', label: t('open') }]}>
        {t(query.hasNextPage ? 'shownMore' : 'shown', { shown: formatNumber(rows.length) })}
      </FootBar>
    </div>
  )
}
