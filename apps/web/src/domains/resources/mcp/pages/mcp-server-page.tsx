import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Pencil, Plus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mcpLink } from '#lib/links.ts'
import { rememberRecent } from '#lib/recent.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { useNarrow } from '#lib/viewport.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { PointDialog } from '../components/point-dialog.tsx'
import { PointsPanel } from '../components/points-panel.tsx'
import { ServerInfoDialog } from '../components/server-info-dialog.tsx'
import { ServerMenu } from '../components/server-menu.tsx'
import { ServerStateTag } from '../components/server-state-tag.tsx'
import { ToolsPanel } from '../components/tools-panel.tsx'
import { type McpServer, refreshServers, serverQuery } from '../mcp.queries.ts'
import { activePoint, isOn, stateOf, statusOf } from '../server-state.ts'
import { checkPoint } from '../check-point.ts'

const from = '/signed/space/$space_id/mcp/$server_id'

/** One server: its tools, which can be tried, and its access points. */
export function McpServerPage() {
  const t = useT('mcp')
  const { server_id: id, space_id: spaceId } = useParams({ from })
  const query = useQuery(serverQuery(id))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link to="/space/$space_id/library/mcp" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    >
      {(server) => <Detail key={id} server={server} />}
    </QueryPage>
  )
}

function Detail({ server }: { server: McpServer }) {
  const t = useT('mcp')
  const space = useSpace()
  const points = server.mcp_server_access_points
  const point = activePoint(server) ?? points[0]
  const [tab, setTab] = useState<'tools' | 'points'>(point?.tools.length ? 'tools' : 'points')
  const [dialog, setDialog] = useState<'info' | 'point' | null>(null)
  const isNarrow = useNarrow()
  usePageTitle(server.name)
  const { id, name } = server
  useEffect(() => {
    rememberRecent(space.id, { id, kind: 'mcp', name, href: mcpLink(space.id, id) })
  }, [id, name, space.id])
  const mayEdit = mayInSpace(space, 'createResource')
  const turn = useMutation({
    mutationFn: (on: boolean) =>
      api.mcp.setStatus({ mcp_server_id: server.id, status: on ? statusOf.on : statusOf.off }, { toast: true }),
    onSuccess: refreshServers,
  })
  const check = useMutation({ mutationFn: () => Promise.all(points.map(checkPoint)), onSettled: refreshServers })
  const isShown = turn.isPending ? turn.variables : isOn(server)
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={<Link to="/space/$space_id/library/mcp" params={{ space_id: server.space_id }} />}
        tile={<TypeTile kind="mcp" size={36} />}
        title={server.name}
        beside={
          <>
            {mayEdit && (
              <IconButton size="sm" icon={Pencil} label={t('info.title')} onClick={() => setDialog('info')} />
            )}
            <ServerStateTag state={stateOf(server)} />
          </>
        }
        note={[
          server.description,
          t('page.facts', { tools: formatNumber(point?.tools.length ?? 0), count: points.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          mayEdit && (
            <>
              <Switch checked={isShown} onChange={(on) => turn.mutate(on)}>
                {t('page.on')}
              </Switch>
              <ServerMenu server={server} />
              {!isNarrow && (
                <>
                  <Button
                    icon={RefreshCw}
                    busy={check.isPending}
                    disabled={!points.length}
                    onClick={() => check.mutate()}
                  >
                    {t('page.check')}
                  </Button>
                  <Button kind="solid" icon={Plus} onClick={() => setDialog('point')}>
                    {t('point.add')}
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      <Tabs
        size="page"
        label={server.name}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'tools', label: t('tab.tools'), count: point?.tools.length ?? 0 },
          { value: 'points', label: t('tab.points'), count: points.length },
        ]}
      />
      {tab === 'tools' && <ToolsPanel server={server} point={point} />}
      {tab === 'points' && <PointsPanel server={server} mayEdit={mayEdit} onAdd={() => setDialog('point')} />}
      {dialog === 'info' && <ServerInfoDialog server={server} onClose={() => setDialog(null)} />}
      {dialog === 'point' && <PointDialog server={server} onClose={() => setDialog(null)} />}
    </div>
  )
}
