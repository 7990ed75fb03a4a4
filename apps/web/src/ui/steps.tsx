import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from './icon.tsx'

/** Progress through a wizard, for the centre of the title bar. `now` counts from 0. */
export function Steps({ names, now }: { names: readonly string[]; now: number }) {
  const t = useT('ui')
  return (
    <ol aria-label={t('steps')} className="flex items-center gap-3">
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && <li aria-hidden className="h-px w-8 bg-line-strong max-sm:w-3" />}
          <li aria-current={index === now ? 'step' : undefined} className="flex items-center gap-2 whitespace-nowrap">
            <span
              className={cn(
                'flex size-5 items-center justify-center rounded-full text-caption font-medium',
                index < now && 'bg-ok-soft text-ok',
                index === now && 'bg-brand-solid text-on-brand',
                index > now && 'border border-line-strong text-mute',
              )}
            >
              {index < now ? <Icon of={Check} size={12} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className={cn(index === now ? 'font-semibold' : 'text-mute max-sm:sr-only')}>{name}</span>
            {index < now && <span className="sr-only">{t('steps.done')}</span>}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
