import { useMutation } from '@tanstack/react-query'
import { Pause, Play, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { type AuditStream, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

const placeOf = ({ config }: AuditStream): string =>
  config.kind === 'syslog'
    ? `${config.host}:${config.port}`
    : config.kind === 's3'
      ? `${config.url}/${config.bucket}/${config.folder}`
      : config.url

/** A receiver of the audit log: its progress and its errors. */
export function StreamRow({ stream, mayChange }: { stream: AuditStream; mayChange: boolean }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const one = { enterprise_id, stream_id: stream.id }
  const onSettled = () => refreshEnterprise(enterprise_id)
  const setState = useMutation({
    mutationFn: () => api.auditStreams.setState({ ...one, is_on: !stream.is_on }, { toast: true }),
    onSettled,
  })
  const remove = () =>
    void confirm({
      title: t('streams.removeTitle', { name: stream.name }),
      text: t('streams.removeText'),
      action: t('streams.remove'),
      danger: true,
      onConfirm: async () => {
        await api.auditStreams.remove(one)
        await onSettled()
      },
    })
  const isFailing = stream.is_on && stream.failures > 0
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium">{stream.name}</span>
        <Tag>{t(`streams.kind.${stream.config.kind}`)}</Tag>
        <Tag tone={isFailing ? 'err' : stream.is_on ? 'ok' : 'grey'}>
          {t(isFailing ? 'streams.failing' : stream.is_on ? 'streams.on' : 'streams.paused')}
        </Tag>
        <span className="flex-1" />
        {mayChange && (
          <>
            <IconButton
              icon={stream.is_on ? Pause : Play}
              label={t(stream.is_on ? 'streams.pauseOf' : 'streams.resumeOf', { name: stream.name })}
              onClick={() => setState.mutate()}
            />
            <IconButton icon={Trash2} label={t('streams.removeOf', { name: stream.name })} onClick={remove} />
          </>
        )}
      </div>
      <p className="mt-1 text-small wrap-anywhere text-mute">{placeOf(stream)}</p>
      <p className="mt-1 text-small">
        {t('streams.backlog', { count: stream.backlog })}
        {stream.last_sent_at > 0 && (
          <>
            {' · '}
            {t('streams.lastSent')} <DateTime at={stream.last_sent_at} />
          </>
        )}
      </p>
      {isFailing && (
        <p className="mt-1 text-small text-err">
          {stream.last_error} · {t('streams.again')} <DateTime at={stream.next_at} />
        </p>
      )}
    </li>
  )
}
