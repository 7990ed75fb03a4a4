import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A placeholder with the dimensions of the editor while it loads. */
export function EditorSkeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-card px-5">
        <Skeleton className="size-9 rounded-lg" />
        <Skeleton className="h-4 w-40" />
      </div>
      {children}
    </div>
  )
}
