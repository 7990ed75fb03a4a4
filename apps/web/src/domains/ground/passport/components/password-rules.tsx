import { Check, Circle } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { metRules, passwordRules } from '../password-rules.ts'

/** Shows while typing which rules the password meets. */
export function PasswordRules({ id, password, email }: { id: string; password: string; email: string }) {
  const t = useT('passport')
  const kept = metRules(password, email)
  return (
    <ul id={id} aria-label={t('rules.label')} className="grid grid-cols-2 gap-x-3 gap-y-1 pt-1 text-small">
      {passwordRules.map((rule) => (
        <li key={rule} className={cn('flex items-center gap-1.5', kept[rule] ? 'text-ok' : 'text-mute')}>
          <Icon of={kept[rule] ? Check : Circle} size={14} className="shrink-0" />
          <span className="min-w-0">
            {t(`rules.${rule}`)}
            <span className="sr-only">{kept[rule] ? ` ${t('rules.kept')}` : ` ${t('rules.open')}`}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
