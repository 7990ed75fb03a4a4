import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import type { McpServer } from '../mcp.queries.ts'
import { activePoint, stateOf } from '../server-state.ts'
import { ServerStateTag } from './server-state-tag.tsx'

/** The columns of the list of servers. */
export function useServerColumns(): Column<McpServer>[] {
  const t = useT('mcp')
  return [
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
}
