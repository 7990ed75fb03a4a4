import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { McpServerDialog } from './mcp-server-dialog.tsx'
import { type OfferedServer, offeredServersQuery } from './network.queries.ts'

/** MCP servers offered to every space. Local commands can be listed only in the configuration file. */
export function McpList() {
  const t = useT('network')
  const { data } = useQuery(offeredServersQuery)
  const [isAdding, setAdding] = useState(false)
  const save = useMutation({
    mutationFn: (servers: OfferedServer[]) => api.instanceTools.saveMcpServers({ servers }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: offeredServersQuery.queryKey }),
  })
  const servers = (data?.servers ?? []) as OfferedServer[]
  return (
    <SettingsSection title={t('mcp')} text={t('mcp.text')}>
      <ul className="rounded-lg border border-line empty:hidden">
        {[...servers, ...(data?.from_file ?? [])].map((server, at) => (
          <li key={server.name} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 font-medium">
                <span className="truncate">{server.name}</span>
                {at >= servers.length && <Tag>{t('mcp.file')}</Tag>}
              </p>
              <code className="block truncate text-small text-mute">{server.url}</code>
            </div>
            {at < servers.length && (
              <IconButton
                kind="danger"
                icon={Trash2}
                label={t('mcp.remove', { name: server.name })}
                onClick={() => save.mutate(servers.filter((item) => item !== server))}
              />
            )}
          </li>
        ))}
      </ul>
      <Button className="mt-3" icon={Plus} disabled={!data} onClick={() => setAdding(true)}>
        {t('mcp.add')}
      </Button>
      {isAdding && (
        <McpServerDialog
          onAdd={async (server) => void (await save.mutateAsync([...servers, server]))}
          onClose={() => setAdding(false)}
        />
      )}
    </SettingsSection>
  )
}
