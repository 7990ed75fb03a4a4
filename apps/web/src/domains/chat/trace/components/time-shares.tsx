import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { spanLooks } from '../span-look.ts'
import { timeByKind } from '../span-tree.ts'
import type { TraceSpan } from '../trace.queries.ts'

/** Time breakdown of a turn. */
export function TimeShares({ spans }: { spans: readonly TraceSpan[] }) {
  const t = useT('trace')
  const shares = useMemo(() => timeByKind(spans), [spans])
  const total = shares.reduce((sum, share) => sum + share.milliseconds, 0)
  if (total === 0) return null
  return (
    <section className="border-t border-line px-4 py-3">
      <h2 className="mb-2 font-semibold">{t('shares')}</h2>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {shares.map(({ kind, milliseconds }) => (
          <span key={kind} className={spanLooks[kind].ground} style={{ width: `${(milliseconds / total) * 100}%` }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
        {shares.map(({ kind, milliseconds }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2 rounded-full', spanLooks[kind].ground)} />
            {t(`kind.${kind}`)}
            <span className="text-mute tabular-nums">{formatDuration(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
