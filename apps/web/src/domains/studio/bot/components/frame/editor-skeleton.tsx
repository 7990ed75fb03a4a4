import { useT } from '#lib/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** The editor in its final measures, until it is there. */
export function EditorSkeleton() {
  const t = useT('bot')
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-card px-5">
        <Skeleton className="size-9 rounded-lg" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="flex min-h-0 flex-1">
        {['bg-card', 'bg-page', 'bg-card'].map((ground, column) => (
          <div key={column} className={`flex flex-1 flex-col gap-3 border-r border-line p-4 ${ground}`}>
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
