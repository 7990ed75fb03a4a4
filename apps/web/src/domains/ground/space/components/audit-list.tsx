import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { type AuditEvent, auditSentence } from '../audit-sentence.ts'
import { useAtLeast } from '../use-at-least.ts'
import { useKindName } from '../use-kind-name.ts'
import { useRoleName } from '../use-role-name.ts'

interface AuditListProps {
  label: string
  events: readonly AuditEvent[]
  loading: boolean
  /** Names of the affected resources and people, by id. */
  names: Readonly<Record<string, string>>
  /** The sentinel that loads more entries. */
  after?: ReactNode
}

/** Audit events as sentences: who did what, when and from where. */
export function AuditList({ label, events, loading, names, after }: AuditListProps) {
  const t = useT('space')
  const roleName = useRoleName()
  const isMedium = useAtLeast(641)
  const hasAddress = events.some((event) => event.address !== '')
  const kindName = useKindName()
  const of = (id: string) => names[id] || undefined
  const sentence = (event: AuditEvent): ReactNode => {
    const text = auditSentence(t, event, { of, role: roleName, kind: kindName })
    return <span title={text}>{text}</span>
  }
  const actor = (event: AuditEvent) => event.actor_name || t('audit.nobody')
  const face = (event: AuditEvent, size: number) =>
    event.actor_name && (
      <Avatar name={event.actor_name} id={event.actor_id} src={event.actor_avatar_url} size={size} decorative />
    )
  const at: Column<AuditEvent> = {
    id: 'at',
    head: t('audit.at'),
    width: isMedium ? 132 : 108,
    cell: (event) => <DateTime at={event.at} className="text-mute" />,
  }
  const narrow: Column<AuditEvent>[] = [
    {
      id: 'what',
      head: t('audit.what'),
      cell: (event) => <NameCell tile={face(event, 30)} name={actor(event)} note={sentence(event)} />,
    },
    at,
  ]
  const wide: Column<AuditEvent>[] = [
    at,
    {
      id: 'who',
      head: t('audit.by'),
      width: 208,
      cell: (event) => (
        <span className="flex min-w-0 items-center gap-2">
          {face(event, 20)}
          <span className="truncate">{actor(event)}</span>
        </span>
      ),
    },
    { id: 'what', head: t('audit.what'), cell: sentence },
  ]
  const address: Column<AuditEvent> = {
    id: 'address',
    head: t('audit.from'),
    width: 148,
    cell: (event) => <code className="text-mute">{event.address}</code>,
  }
  return (
    <Table
      label={label}
      size={isMedium ? 'one' : 'two'}
      columns={isMedium ? (hasAddress ? [...wide, address] : wide) : narrow}
      rows={events}
      rowKey={(event) => event.id}
      rowName={(event) => auditSentence(t, event, { of, role: roleName, kind: kindName })}
      loading={loading ? 10 : 0}
      after={after}
    />
  )
}
