import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Database as DatabaseIcon, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { fromHere } from '#lib/scene.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useUsedByColumn } from '#domains/library/reference/index.ts'
import { type Mode, modeKeys } from '../components/mode-choice.tsx'
import { creatingDatabase } from '../create-database.ts'
import { type Database, databasesQuery } from '../database.queries.ts'

/** The tables of a space. */
export function DatabaseListPage() {
  const t = useT('database')
  const space = useSpace()
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/library/database' })
  const navigate = useNavigate({ from: '/space/$space_id/library/database' })
  const query = useInfiniteQuery(databasesQuery(space.id, word))
  const tables = query.data?.pages.flatMap((page) => page.database_info_list) ?? []
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  const open = (table: Database) =>
    void navigate({
      to: '/space/$space_id/database/$table_id',
      params: { space_id: space.id, table_id: table.id },
      state: fromHere('library.view.database'),
    })
  const create = mayInSpace(space, 'createResource') && (
    <Button kind="solid" icon={Plus} onClick={() => creatingDatabase.set({ space })}>
      {t('create.title')}
    </Button>
  )
  const usedBy = useUsedByColumn(space.id, tables, ({ id, table_name: name }) => ({ id, name }))
  const columns: Column<Database>[] = [
    {
      id: 'name',
      head: t('list.name'),
      cell: (table) => (
        <NameCell
          tile={<TypeTile kind="database" />}
          name={table.table_name}
          note={table.table_desc || t('list.noDescription')}
        />
      ),
    },
    usedBy,
    {
      id: 'fields',
      head: t('list.fields'),
      width: 110,
      align: 'end',
      cell: (table) => formatNumber(table.field_list.filter((field) => !field.is_system_field).length),
    },
    {
      id: 'mode',
      head: t('mode.label'),
      width: 200,
      hideBelow: 'md',
      cell: (table) => t(`mode.${modeKeys[table.rw_mode as Mode]}`),
    },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 140,
      hideBelow: 'md',
      cell: (table) => <DateTime at={fromSeconds(table.update_time)} className="text-mute" />,
    },
  ]
  return (
    <ListPage
      title={t('list.title')}
      crumbs={[{ label: t('library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> }]}
      create={create}
      search={{ word, onWord, placeholder: t('list.search') }}
      query={query}
      failed={t('list.failed')}
      empty={{ icon: DatabaseIcon, title: t('list.empty'), text: t('list.emptyText') }}
      noMatch={word ? { text: t('list.noMatch', { word }), onClear: () => onWord('') } : undefined}
      columns={columns}
      rows={tables}
      rowKey={(table) => table.id}
      rowName={(table) => table.table_name}
      onOpen={open}
      openHint={t('keys.open')}
      shown={t('list.shown', {
        shown: formatNumber(tables.length),
        total: formatNumber(query.data?.pages[0]?.total_count ?? 0),
      })}
    />
  )
}
