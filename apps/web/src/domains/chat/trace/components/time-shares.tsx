import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { criticalPath, type PathShare, pathShares } from '../critical-path.ts'
import { spanLooks } from '../span-look.ts'
import type { TraceSpan } from '../trace.queries.ts'

const groundOf = (kind: PathShare['kind']) => (kind === 'failed' ? 'bg-err-solid' : spanLooks[kind].ground)

/** Time breakdown of a trace along its critical path. */
export function TimeShares({ spans }: { spans: readonly TraceSpan[] }) {
  const t = useT('trace')
  const shares = useMemo(() => pathShares(spans, criticalPath(spans)), [spans])
  const total = shares.reduce((sum, share) => sum + share.milliseconds, 0)
  if (total === 0) return null
  return (
    <section className="border-t border-line px-4 py-3">
      <header className="mb-2 flex items-baseline justify-between">
        <h2 className="font-semibold">{t('shares')}</h2>
        <span className="text-small text-mute">{t('shares.note')}</span>
      </header>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {shares.map(({ kind, milliseconds }) => (
          <span key={kind} className={groundOf(kind)} style={{ width: `${(milliseconds / total) * 100}%` }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
        {shares.map(({ kind, milliseconds }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2 rounded-full', groundOf(kind))} />
            {kind === 'failed' ? t('shares.failed') : t(`kind.${kind}`)}
            <span className="text-mute tabular-nums">{formatDuration(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
