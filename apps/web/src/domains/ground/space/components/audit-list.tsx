import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { type AuditEvent, auditValues, knownAction, peopleIn } from '../audit-sentence.ts'
import { namesQuery } from '../space.queries.ts'
import { useAtLeast } from '../use-at-least.ts'
import { useRoleName } from '../use-role-name.ts'

interface AuditListProps {
  label: string
  events: readonly AuditEvent[]
  loading: boolean
  /** Names that the page knows already, by id. */
  known?: ReadonlyMap<string, string>
  /** The sentinel that fetches more. */
  after?: ReactNode
}

const mostNames = 200

/** Audit events as sentences: who did what, when and from where. */
export function AuditList({ label, events, loading, known, after }: AuditListProps) {
  const t = useT('space')
  const roleName = useRoleName()
  const isMedium = useAtLeast(641)
  const hasAddress = events.some((event) => event.address !== '')
  const unknown = [...new Set(events.flatMap(peopleIn))].filter((id) => !known?.has(id)).slice(0, mostNames)
  const { data: asked } = useQuery(namesQuery(unknown))
  const actors = new Map(events.map((event) => [event.actor_id, event.actor_name]))
  const person = (id: string) => known?.get(id) ?? asked?.[id] ?? (actors.get(id) || undefined)

  const sentence = (event: AuditEvent): ReactNode => {
    const action = knownAction(event.action)
    // An act of a newer part, which has no sentence yet: as the log has it.
    if (!action) return <code>{`${event.action} ${JSON.stringify(event.detail)}`}</code>
    const text = t(`audit.${action}`, auditValues(event, { person, role: roleName }))
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
      rowName={(event) => event.action}
      loading={loading ? 10 : 0}
      after={after}
    />
  )
}
