import { isSwitchable } from '@orrery/contract/shared/resource-kinds'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { FileDown, FolderOpen, Library } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { resourceDialogs } from '#lib/resource-dialogs.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { fromHere, isScenePage } from '#lib/scene.ts'
import type { Selection } from '#lib/selection.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Table } from '#ui/table.tsx'
import { exporting } from '#domains/library/bundle/index.ts'
import { usedByQuery } from '#domains/library/reference/index.ts'
import { CreateMenu } from '../components/create-menu.tsx'
import { FolderDialog } from '../components/folder-dialog.tsx'
import { FolderMenu } from '../components/folder-menu.tsx'
import { LibraryBulk } from '../components/library-bulk.tsx'
import { useLibraryColumns } from '../components/library-columns.tsx'
import { LibraryFilters } from '../components/library-filters.tsx'
import { LibraryTitle } from '../components/library-title.tsx'
import { MoveDialog } from '../components/move-dialog.tsx'
import { RowMenu } from '../components/row-menu.tsx'
import { RowSwitch } from '../components/row-switch.tsx'
import { childrenOf, type Folder, foldersNamed, foldersQuery, pathTo } from '../folder.queries.ts'
import { isFiltered, libraryQuery } from '../library.queries.ts'
import { folderRow, type LibraryRow, mayDo, placed, resourceRow } from '../library-rows.ts'
import { useRowDrag } from '../use-row-drag.ts'

const from = '/signed/space/$space_id/library'

/** All resources of a space in one list with folders. */
export function LibraryPage() {
  const t = useT('library')
  const space = useSpace()
  const navigate = useNavigate()
  const { history } = useRouter()
  const search = useSearch({ from })
  const query = useInfiniteQuery(libraryQuery(space.id, search))
  const tree = useQuery(foldersQuery(space.id)).data ?? []
  const [selected, setSelected] = useState<Selection>(new Set())
  const [named, setNamed] = useState<{ folder?: Folder } | null>(null)
  const [moving, setMoving] = useState<readonly LibraryRow[] | null>(null)

  const mayMake = mayInSpace(space, 'createResource')
  const path = pathTo(tree, search.folder)
  const here = path.at(-1)
  const isSearch = isFiltered(search)
  const folders = !isSearch
    ? childrenOf(tree, search.folder)
    : search.word && !search.kind && !search.owner && !search.status
      ? foldersNamed(tree, search.folder, search.word)
      : []
  const resources = query.data?.pages.flatMap((page) => page.resource_list) ?? []
  const rows = query.data ? [...folders.map(folderRow), ...resources.map(resourceRow)] : []
  const isEmpty = query.data && rows.length === 0 && !isSearch && !here
  const picked = rows.filter((row) => selected.has(row.id))

  const goTo = (folder: string | undefined) => {
    setSelected(new Set())
    void navigate({ to: '.', search: { folder } })
  }
  const open = (row: LibraryRow) => {
    if (row.is === 'folder') return goTo(row.id)
    const dialog = resourceDialogs.list().find((item) => item.id === row.kind)
    if (dialog) return dialog.open(space.id, row.id)
    return history.push(linkOf(placed(row.resource)), isScenePage(row.kind) ? fromHere(`library.view.${row.kind}`) : {})
  }
  const drag = useRowDrag(
    space.id,
    (row) => (selected.has(row.id) ? picked : [row]),
    () => setSelected(new Set()),
  )
  const resourceIds = resources.map((resource) => resource.res_id)
  const usedBy = useQuery({ ...usedByQuery(space.id, resourceIds), placeholderData: keepPreviousData }).data
  const columns = useLibraryColumns(mayMake ? drag : undefined, usedBy)
  const create = mayMake && <CreateMenu space={space} onFolder={() => setNamed({})} />
  const folderMenu = (folder: Folder) => (
    <FolderMenu
      folder={folder}
      onRename={() => setNamed({ folder })}
      onMove={() => setMoving([folderRow(folder)])}
      onRemoved={folder.id === here?.id ? () => goTo(path.at(-2)?.id) : undefined}
    />
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <LibraryTitle path={path} menu={here && mayMake && folderMenu(here)}>
        {mayMake && (
          <IconButton
            size="lg"
            kind="plain"
            icon={FileDown}
            label={t('exportSpace')}
            onClick={() => exporting.set({ spaceId: space.id })}
          />
        )}
        {/* Hidden while loading or empty: empty lists show it in the middle. A menu closes if its button moves. */}
        {!query.isPending && !isEmpty && create}
      </LibraryTitle>
      <LibraryFilters counts={query.data?.pages[0]?.kind_counts} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          {query.error && !query.data ? (
            <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data && rows.length === 0 ? (
            <NothingShown isSearch={isSearch} isFolder={here !== undefined} create={create} />
          ) : (
            <Table
              label={t('title')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              rowName={(row) => row.name}
              onOpen={open}
              selected={selected}
              onSelect={setSelected}
              actions={(row) =>
                row.is === 'resource' ? (
                  <>
                    {isSwitchable(row.kind) && mayDo(row.resource, 'turnOff') && (
                      <RowSwitch kind={row.kind} row={row.resource} />
                    )}
                    <RowMenu row={row.resource} onMove={mayMake ? () => setMoving([row]) : undefined} />
                  </>
                ) : (
                  mayMake && folderMenu(row.folder)
                )
              }
              loading={query.data ? 0 : 8}
              after={<InfiniteSentinel query={query} />}
            />
          )}
          {/* Space below, so that the last row can be scrolled out from under the bar. */}
          {picked.length > 0 && <div className="h-16 shrink-0" />}
        </div>
        <LibraryBulk
          spaceId={space.id}
          rows={picked}
          mayMove={mayMake}
          onMove={() => setMoving(picked)}
          onClear={() => setSelected(new Set())}
        />
      </div>
      <FootBar
        hints={[
          { keys: ['ArrowUp', 'ArrowDown'], label: t('keys.move') },
          { keys: 'x', label: t('keys.select') },
          { keys: 'Enter', label: t('open') },
        ]}
      >
        {t(query.hasNextPage ? 'shownMore' : 'shown', { shown: formatNumber(rows.length) })}
      </FootBar>
      {named && (
        <FolderDialog
          spaceId={space.id}
          folder={named.folder}
          parentId={search.folder}
          onClose={() => setNamed(null)}
        />
      )}
      {moving && (
        <MoveDialog
          spaceId={space.id}
          rows={moving}
          onDone={() => {
            setMoving(null)
            setSelected(new Set())
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </div>
  )
}

/** The empty state of the list: with filters, in a folder, or of the whole library. */
function NothingShown({ isSearch, isFolder, create }: { isSearch: boolean; isFolder: boolean; create: ReactNode }) {
  const t = useT('library')
  const navigate = useNavigate()
  const { word, folder } = useSearch({ from })
  if (isSearch)
    return (
      <NoMatch
        text={word ? t('noMatch', { word }) : undefined}
        onClear={() => void navigate({ to: '.', search: { folder }, replace: true })}
      />
    )
  if (isFolder) return <EmptyState icon={FolderOpen} title={t('folder.empty')} text={t('folder.emptyText')} />
  return <EmptyState icon={Library} title={t('empty')} text={t('emptyText')} action={create} guide />
}
