import { useT } from '#lib/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** The editor in its final measures, until it is there. */
export function EditorSkeleton() {
  const t = useT('workflow')
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-card px-5">
        <Skeleton className="size-9 rounded-lg" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="flex min-h-0 flex-1 items-center justify-center gap-16 bg-canvas">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className="h-28 w-52 rounded-lg bg-card" />
        ))}
      </div>
    </div>
  )
}
