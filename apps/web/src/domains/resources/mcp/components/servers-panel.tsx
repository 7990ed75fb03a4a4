import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { kindGlyph, TypeTile } from '#ui/type-tile.tsx'
import { type McpServer, serversQuery } from '../mcp.queries.ts'
import { activePoint, stateOf } from '../server-state.ts'
import { ServerStateTag } from './server-state-tag.tsx'

interface ServersPanelProps {
  spaceId: string
  connect: ReactNode
  onOpen: (id: string) => void
}

/** The servers of a space. */
export function ServersPanel({ spaceId, connect, onOpen }: ServersPanelProps) {
  const t = useT('mcp')
  const [word, setWord] = useState('')
  const search = useCallback((text: string) => setWord(text.trim()), [])
  const query = useInfiniteQuery(serversQuery(spaceId, word))
  const servers = query.data?.pages.flatMap((page) => page.mcp_servers) ?? []
  const columns: Column<McpServer>[] = [
    {
      id: 'name',
      head: t('column.name'),
      cell: (server) => (
        <NameCell
          tile={<TypeTile kind="mcp" />}
          name={server.name}
          note={server.description || server.mcp_server_access_points[0]?.server_url || t('noDescription')}
        />
      ),
    },
    { id: 'state', head: t('column.state'), width: 150, cell: (server) => <ServerStateTag state={stateOf(server)} /> },
    {
      id: 'tools',
      head: t('column.tools'),
      width: 90,
      align: 'end',
      hideBelow: 'md',
      cell: (server) => formatNumber(activePoint(server)?.tools.length ?? 0),
    },
    { id: 'maker', head: t('column.maker'), width: 160, hideBelow: 'lg', cell: (server) => server.creator },
    {
      id: 'edited',
      head: t('column.edited'),
      width: 140,
      hideBelow: 'md',
      cell: (server) => <DateTime at={Number(server.update_time_ms)} className="text-mute" />,
    },
  ]
  return (
    <>
      <FilterBar search={<SearchInput slash value={word} onChange={search} placeholder={t('list.search')} />}>
        {null}
      </FilterBar>
      <PagedTable
        query={query}
        label={t('tab.servers')}
        columns={columns}
        rows={servers}
        rowKey={(server) => server.id}
        rowName={(server) => server.name}
        onOpen={(server) => onOpen(server.id)}
        failed={t('list.failed')}
        noMatch={word ? { text: t('list.noMatch', { word }), onClear: () => setWord('') } : undefined}
        empty={
          <EmptyState icon={kindGlyph('mcp')} title={t('list.empty')} text={t('list.empty.text')} action={connect} />
        }
      />
      <FootBar hints={[{ keys: 'Enter', label: t('keys.open') }]}>
        {t('list.shown', {
          shown: formatNumber(servers.length),
          total: formatNumber(query.data?.pages[0]?.total ?? 0),
        })}
      </FootBar>
    </>
  )
}
