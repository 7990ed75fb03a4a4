import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { kindGlyph, TypeTile } from '#ui/type-tile.tsx'
import { type McpServer, officialQuery, refreshServers } from '../mcp.queries.ts'
import type { Transport } from '../point-form.ts'
import { stateOf } from '../server-state.ts'

interface OfficialPanelProps {
  spaceId: string
  mayTake: boolean
  onTaken: (id: string) => void
}

/** Servers that the instance owner offers. A space uses its own copy with its own secrets. */
export function OfficialPanel({ spaceId, mayTake, onTaken }: OfficialPanelProps) {
  const t = useT('mcp')
  const query = useQuery(officialQuery())
  const add = useMutation({
    mutationFn: async (server: McpServer) =>
      (await api.mcp.fork({ mcp_server_id: server.id, space_id: spaceId }, { toast: true })).mcp_server,
    onSuccess: (made) => {
      void refreshServers()
      if (stateOf(made) === 'ready') toast.ok(t('taken', { name: made.name }))
      onTaken(made.id)
    },
  })
  if (query.error)
    return <FailedPage title={t('list.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (query.data?.length === 0)
    return <EmptyState icon={kindGlyph('mcp')} title={t('official.none')} text={t('official.none.text')} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <ul className="grid grid-cols-3 gap-3.5 max-[1280px]:grid-cols-2 max-sm:grid-cols-1">
        {query.data?.map((server) => {
          const point = server.mcp_server_access_points[0]
          return (
            <li key={server.id} className="flex min-h-30 flex-col rounded-lg border border-line bg-card p-4">
              <div className="flex items-center gap-2.5">
                <TypeTile kind="mcp" size={36} />
                <h2 className="min-w-0 flex-1 truncate text-title font-semibold">{server.name}</h2>
                {point && <Tag>{t(`transport.${point.transport_mode as Transport}`)}</Tag>}
              </div>
              <p className="mt-2 line-clamp-2 flex-1 text-small text-mute">
                {server.description || t('noDescription')}
              </p>
              {mayTake && (
                <Button
                  size="sm"
                  className="mt-3 self-start"
                  aria-label={t('take.one', { name: server.name })}
                  busy={add.isPending && add.variables?.id === server.id}
                  onClick={() => add.mutate(server)}
                >
                  {t('take')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
