import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ConnectDialog } from '../components/connect-dialog.tsx'
import { OfficialPanel } from '../components/official-panel.tsx'
import { ServersPanel } from '../components/servers-panel.tsx'
import { ServePanel } from '../serve/serve-panel.tsx'

const from = '/signed/space/$space_id/library/mcp'

/** MCP in both directions: servers this space uses, and what it offers to others. */
export function McpListPage() {
  const t = useT('mcp')
  const space = useSpace()
  const { tab = 'servers' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/library/mcp' })
  const [isConnecting, setConnecting] = useState(false)
  const openServer = (id: string) =>
    void navigate({ to: '/space/$space_id/mcp/$server_id', params: { space_id: space.id, server_id: id } })
  const mayMake = mayInSpace(space, 'createResource')
  const connect = mayMake && (
    <Button kind="solid" icon={Plug} onClick={() => setConnecting(true)}>
      {t('connect.title')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('list.title')}
        crumbs={[{ label: t('library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> }]}
        actions={connect}
      />
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
      {tab === 'servers' && <ServersPanel spaceId={space.id} connect={connect} onOpen={openServer} />}
      {tab === 'official' && <OfficialPanel spaceId={space.id} mayTake={mayMake} onTaken={openServer} />}
      {tab === 'serve' && <ServePanel spaceId={space.id} />}
      {isConnecting && <ConnectDialog spaceId={space.id} onClose={() => setConnecting(false)} onMade={openServer} />}
    </div>
  )
}
