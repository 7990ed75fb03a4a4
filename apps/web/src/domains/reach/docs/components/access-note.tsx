import { KeyRound, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import type { Operation } from '../reference.ts'

/** Who may make the call, and with which credentials. */
export function AccessNote({ operation }: { operation: Operation }) {
  const t = useT('docs')
  return (
    <dl className="flex flex-col gap-1.5 rounded-lg border border-line px-4 py-3 text-small">
      <Line icon={UserRound} label={t('access.who')}>
        <Who operation={operation} />
      </Line>
      <Line icon={KeyRound} label={t('access.how')}>
        <How operation={operation} />
      </Line>
    </dl>
  )
}

function Who({ operation: { access } }: { operation: Operation }) {
  const t = useT('docs')
  if (access === 'public') return t('access.public')
  if (access === 'instance') return t('access.instance')
  if (typeof access === 'string') return t('access.user')
  return (
    <>
      {t('access.right', { can: access.can, on: access.on })}{' '}
      <span className="text-mute">
        {access.optional ? t('access.idOptional', { id: access.id }) : t('access.id', { id: access.id })}
      </span>
    </>
  )
}

function How({ operation: { access, scope } }: { operation: Operation }) {
  const t = useT('docs')
  if (scope) {
    return (
      <>
        {t('access.token')} <code>{scope}</code>
        {`, ${t('access.orSession')}`}
      </>
    )
  }
  return access === 'public' ? t('access.nothing') : t('access.session')
}

function Line({ icon, label, children }: { icon: IconType; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="flex w-28 shrink-0 items-center gap-1.5 self-start text-mute">
        <Icon of={icon} size={14} />
        {label}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
