import { Skeleton } from '#ui/skeleton.tsx'

/** Placeholder for version, changes, channels and progress. */
export function PublishSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-0 flex-1">
      <span className="sr-only">{label}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-6 bg-card px-6 py-4">
        <div className="grid grid-cols-[minmax(0,1.95fr)_minmax(0,1fr)] gap-6">
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
      <div className="flex w-86 flex-col gap-4 border-l border-line bg-page p-4">
        <Skeleton className="h-8" />
        <Skeleton className="h-24" />
      </div>
    </div>
  )
}
