import { useMutation } from '@tanstack/react-query'
import { Plus, RefreshCw, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RunState } from '#ui/run-state.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import { checkPoint } from '../check-point.ts'
import { type McpPoint, type McpServer, refreshServers } from '../mcp.queries.ts'
import type { Transport } from '../point-form.ts'
import { activePoint, hasFailed, isOn, statusOf } from '../server-state.ts'
import { PointDialog } from './point-dialog.tsx'

interface PointsPanelProps {
  server: McpServer
  mayEdit: boolean
  onAdd: () => void
}

/** The access points of a server. Calls use the first one that is on and answers. */
export function PointsPanel({ server, mayEdit, onAdd }: PointsPanelProps) {
  const t = useT('mcp')
  const points = server.mcp_server_access_points
  const active = activePoint(server)
  if (points.length === 0)
    return (
      <EmptyState
        icon={kindGlyph('mcp')}
        title={t('point.none')}
        text={t('point.none.text')}
        action={
          mayEdit && (
            <Button kind="solid" icon={Plus} onClick={onAdd}>
              {t('point.add')}
            </Button>
          )
        }
      />
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <ul className="flex flex-col gap-3">
        {points.map((point) => (
          <PointCard key={point.id} server={server} point={point} isActive={point === active} mayEdit={mayEdit} />
        ))}
      </ul>
      {mayEdit && (
        <Button kind="ghost" icon={Plus} className="mt-3" onClick={onAdd}>
          {t('point.another')}
        </Button>
      )}
    </div>
  )
}

interface PointCardProps {
  server: McpServer
  point: McpPoint
  isActive: boolean
  mayEdit: boolean
}

function PointCard({ server, point, isActive, mayEdit }: PointCardProps) {
  const t = useT('mcp')
  const [isEditing, setEditing] = useState(false)
  const which = { mcp_server_id: server.id, access_point_id: point.id }
  const turn = useMutation({
    mutationFn: (on: boolean) =>
      api.mcp.setPointStatus({ ...which, status: on ? statusOf.on : statusOf.off }, { toast: true }),
    onSuccess: refreshServers,
  })
  const check = useMutation({ mutationFn: () => checkPoint(point), onSettled: refreshServers })
  const remove = async () => {
    const isSure = await confirm({
      title: t('point.delete'),
      text: t('point.delete.text', { url: point.server_url }),
      action: t('point.delete'),
      danger: true,
      onConfirm: () => api.mcp.removePoint(which).then(() => undefined),
    })
    if (isSure) void refreshServers()
  }
  const settings = [...point.config.static_headers, ...point.config.static_params].map(({ key }) => key)
  const asked = [...point.config.dynamic_headers, ...point.config.dynamic_params].map(({ key }) => key)
  return (
    <li aria-label={point.server_url} className="rounded-lg border border-line bg-card p-4">
      <div className="flex items-center gap-2">
        <Tag>{t(`transport.${point.transport_mode as Transport}`)}</Tag>
        <span className="truncate font-mono text-code">{point.server_url}</span>
        <CopyButton size="sm" text={point.server_url} label={t('point.copy')} />
        {isActive && <Tag tone="brand">{t('point.active')}</Tag>}
        <span className="ml-auto flex items-center gap-1">
          {mayEdit && (
            <>
              <IconButton
                icon={RefreshCw}
                label={t('point.check')}
                busy={check.isPending}
                onClick={() => check.mutate()}
              />
              <IconButton icon={SquarePen} label={t('point.edit')} onClick={() => setEditing(true)} />
              <IconButton kind="danger" icon={Trash2} label={t('point.delete')} onClick={() => void remove()} />
              <Switch
                label={t('point.on')}
                checked={turn.isPending ? turn.variables : isOn(point)}
                onChange={(on) => turn.mutate(on)}
                className="ml-2"
              />
            </>
          )}
        </span>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-mute">
        {check.isPending ? (
          <RunState state="running" text={t('point.checking')} />
        ) : hasFailed(point) ? (
          <RunState state="failed" text={t('point.failed')} />
        ) : (
          <RunState state="done" text={t('point.tools', { count: point.tools.length })} />
        )}
        <span>
          {t('point.checked')} <DateTime at={Number(point.last_validation_time_ms)} />
        </span>
        {settings.length > 0 && <span>{t('point.keeps', { names: settings.join(', ') })}</span>}
        {asked.length > 0 && <span>{t('point.asks', { names: asked.join(', ') })}</span>}
      </div>
      {hasFailed(point) && <p className="mt-2 text-small wrap-anywhere text-err">{point.validation_message}</p>}
      {isEditing && <PointDialog server={server} point={point} onClose={() => setEditing(false)} />}
    </li>
  )
}
