import { useT } from '#lib/i18n.ts'
import { EditorSkeleton } from '#ui/editor-skeleton.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function WorkflowSkeleton() {
  const t = useT('workflow')
  return (
    <EditorSkeleton label={t('loading')}>
      <div className="flex min-h-0 flex-1 items-center justify-center gap-16 bg-canvas">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className="h-28 w-52 rounded-lg bg-card" />
        ))}
      </div>
    </EditorSkeleton>
  )
}
