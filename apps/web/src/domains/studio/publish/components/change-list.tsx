import { Minus, Pencil, Plus } from 'lucide-react'
import { useId } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import type { Change } from '../publish-port.ts'

const looks = {
  added: { icon: Plus, style: 'bg-ok-soft text-ok' },
  removed: { icon: Minus, style: 'bg-err-soft text-err' },
  changed: { icon: Pencil, style: 'bg-warn-soft text-warn' },
}

interface ChangeListProps {
  changes: readonly Change[]
  /** The version to which the draft is compared; empty before the first publication. */
  since: string
  isLive: boolean
}

/** Differences between the draft and the current version, item by item. */
export function ChangeList({ changes, since, isLive }: ChangeListProps) {
  const t = useT('publish')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex h-8 items-center gap-2.5">
        <h2 id={id} className="font-semibold">
          {since ? t('changes', { count: changes.length }) : t('changes.first')}
        </h2>
        {since && <span className="text-small text-mute">{t('changes.since', { version: since })}</span>}
      </div>
      {changes.length === 0 ? (
        <p className="rounded-md border border-line px-3 py-2.5 text-small text-mute">
          {since ? t(isLive ? 'changes.none' : 'changes.same', { version: since }) : t('changes.firstText')}
        </p>
      ) : (
        <ul className="max-h-52 overflow-y-auto rounded-md border border-line">
          {changes.map((change) => (
            <li
              key={`${change.part}/${change.name}`}
              className="flex min-h-8.5 items-center gap-2 border-b border-line px-2.5 py-1 text-small last:border-b-0"
            >
              <span
                className={cn('flex size-5 shrink-0 items-center justify-center rounded-sm', looks[change.kind].style)}
              >
                <Icon of={looks[change.kind].icon} size={12} />
              </span>
              <span className="min-w-0 flex-1 truncate" title={`${change.part} ${change.name}`}>
                {change.part}
                {change.name && <span className="font-medium"> {change.name}</span>}
              </span>
              <span className="shrink-0 text-mute">{change.detail || t(`change.${change.kind}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
