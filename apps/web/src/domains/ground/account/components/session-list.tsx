import { useMutation, useQuery } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Session, sessionsQuery } from '../account.queries.ts'
import { readAgent } from '../user-agent.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })

/** The current session first, then by last use. */
const inOrder = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at - a.last_seen_at)

export function SessionList() {
  const t = useT('account')
  const isNarrow = useNarrow()
  const query = useQuery(sessionsQuery)
  const sessions = inOrder(query.data ?? [])
  const others = sessions.filter((session) => !session.is_current)
  const agentText = (session: Session) => {
    const { browser, system } = readAgent(session.user_agent)
    return [browser, system].filter(Boolean).join(' · ') || t('session.unknown')
  }
  const end = useMutation({
    mutationFn: (session: Session) => api.passport.revokeSession({ session_id: session.id }, { toast: true }),
    onSuccess: () => void toast.ok(t('session.ended')),
    onSettled: refresh,
  })
  const endOthers = () =>
    confirm({
      title: t('session.othersTitle', { count: others.length }),
      text: t('session.othersText'),
      action: t('session.othersAction'),
      danger: true,
      onConfirm: async () => {
        try {
          for (const session of others) await api.passport.revokeSession({ session_id: session.id })
        } finally {
          await refresh()
        }
        toast.ok(t('session.othersEnded', { count: others.length }))
      },
    })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />

  const columns: Column<Session>[] = [
    {
      id: 'agent',
      head: t('session.device'),
      cell: (session) => (
        <NameCell
          tile={<Icon of={MonitorSmartphone} className="shrink-0 text-mute" />}
          name={<span title={session.user_agent}>{agentText(session)}</span>}
          beside={session.is_current && <Tag tone="ok">{t('session.current')}</Tag>}
          note={session.address}
        />
      ),
    },
    ...(isNarrow
      ? []
      : [
          {
            id: 'since',
            head: t('session.since'),
            width: 160,
            cell: (session: Session) => <DateTime at={session.created_at} className="text-mute" />,
          },
        ]),
    {
      id: 'seen',
      head: t('session.seen'),
      width: isNarrow ? 100 : 160,
      cell: (session) => <DateTime at={session.last_seen_at} className="text-mute" />,
    },
    {
      id: 'end',
      head: t('session.end'),
      hideHead: true,
      width: 124,
      align: 'end',
      cell: (session) =>
        !session.is_current && (
          <Button
            size="sm"
            icon={LogOut}
            busy={end.isPending && end.variables.id === session.id}
            aria-label={t('session.endOf', { name: agentText(session) })}
            onClick={() => end.mutate(session)}
          >
            {t('session.end')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-2.5">
        <p className="min-w-[min(100%,16rem)] flex-1 text-mute">{t('session.text')}</p>
        <Button disabled={others.length === 0} onClick={() => void endOthers()}>
          {t('session.othersOpen')}
        </Button>
      </div>
      <Table
        label={t('tab.sessions')}
        columns={columns}
        rows={sessions}
        rowKey={(session) => session.id}
        rowName={agentText}
        loading={query.isPending ? 3 : 0}
      />
    </>
  )
}
