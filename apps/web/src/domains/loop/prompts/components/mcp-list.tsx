import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Switch } from '#ui/switch.tsx'
import type { DraftStore } from '../draft-store.ts'
import { mcpServersQuery } from '../prompts.queries.ts'

/** MCP servers of the space whose tools the model may call. */
export function McpList({ store, spaceId, mayEdit }: { store: DraftStore; spaceId: string; mayEdit: boolean }) {
  const t = useT('prompts')
  const servers = store.use((now) => now.detail.servers)
  const { data: known = [] } = useQuery(mcpServersQuery(spaceId))
  // A deleted server can still be removed from the prompt.
  const gone = servers.filter((server) => !known.some(({ id }) => id === server.mcp_server_id))
  const shown = [...known, ...gone.map(({ mcp_server_id: id, name }) => ({ id, name: name ?? id }))]
  if (!shown.length) return null
  const toggle = (id: string, name: string, isOn: boolean) =>
    store.edit({
      servers: isOn
        ? [...servers, { mcp_server_id: id, name }]
        : servers.filter((server) => server.mcp_server_id !== id),
    })
  return (
    <section aria-label={t('mcp.title')} className="flex flex-col items-start gap-2">
      <h2 className="font-semibold">{t('mcp.title')}</h2>
      {shown.map(({ id, name }) => (
        <Switch
          key={id}
          checked={servers.some((server) => server.mcp_server_id === id)}
          disabled={!mayEdit}
          onChange={(isOn) => toggle(id, name, isOn)}
        >
          {name}
        </Switch>
      ))}
    </section>
  )
}
