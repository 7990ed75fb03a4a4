import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import { ConnectDialog } from '../components/connect-dialog.tsx'
import { OfficialPanel } from '../components/official-panel.tsx'
import { useServerColumns } from '../components/server-columns.tsx'
import { serversQuery } from '../mcp.queries.ts'
import { ServePanel } from '../serve/serve-panel.tsx'

const from = '/signed/space/$space_id/library/mcp'

/** MCP in both directions: servers that this space uses, and servers that it offers to others. */
export function McpListPage() {
  const t = useT('mcp')
  const space = useSpace()
  const { tab = 'servers' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/library/mcp' })
  const [isConnecting, setConnecting] = useState(false)
  const [word, setWord] = useState('')
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  const query = useInfiniteQuery(serversQuery(space.id, word))
  const servers = query.data?.pages.flatMap((page) => page.mcp_servers) ?? []
  const columns = useServerColumns()
  const openServer = (id: string) =>
    void navigate({ to: '/space/$space_id/mcp/$server_id', params: { space_id: space.id, server_id: id } })
  const mayMake = mayInSpace(space, 'createResource')
  const tabs = (
    <Tabs
      size="page"
      label={t('list.title')}
      value={tab}
      onChange={(next) => void navigate({ search: { tab: next === 'servers' ? undefined : next } })}
      items={[
        { value: 'servers', label: t('tab.servers') },
        { value: 'official', label: t('tab.official') },
        { value: 'serve', label: t('tab.serve') },
      ]}
    />
  )
  const instead = {
    servers: undefined,
    official: <OfficialPanel spaceId={space.id} mayTake={mayMake} onTaken={openServer} />,
    serve: <ServePanel spaceId={space.id} />,
  }[tab]
  return (
    <>
      <ListPage
        title={t('list.title')}
        crumbs={[{ label: t('library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> }]}
        tabs={tabs}
        instead={instead}
        create={
          mayMake && (
            <Button kind="solid" icon={Plug} onClick={() => setConnecting(true)}>
              {t('connect.title')}
            </Button>
          )
        }
        search={{ word, onWord, placeholder: t('list.search') }}
        query={query}
        failed={t('list.failed')}
        empty={{ icon: kindGlyph('mcp'), title: t('list.empty'), text: t('list.empty.text') }}
        noMatch={word ? { text: t('list.noMatch', { word }), onClear: () => setWord('') } : undefined}
        columns={columns}
        rows={servers}
        rowKey={(server) => server.id}
        rowName={(server) => server.name}
        onOpen={(server) => openServer(server.id)}
        openHint={t('keys.open')}
        shown={t('list.shown', {
          shown: formatNumber(servers.length),
          total: formatNumber(query.data?.pages[0]?.total ?? 0),
        })}
      />
      {isConnecting && <ConnectDialog spaceId={space.id} onClose={() => setConnecting(false)} onCreated={openServer} />}
    </>
  )
}
