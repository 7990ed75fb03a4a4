import { useT } from '#lib/i18n.ts'
import { EditorSkeleton } from '#ui/editor-skeleton.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function BotSkeleton() {
  const t = useT('bot')
  return (
    <EditorSkeleton label={t('loading')}>
      <div className="flex min-h-0 flex-1">
        {['bg-card', 'bg-page', 'bg-card'].map((ground, column) => (
          <div key={column} className={`flex flex-1 flex-col gap-3 border-r border-line p-4 ${ground}`}>
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        ))}
      </div>
    </EditorSkeleton>
  )
}
