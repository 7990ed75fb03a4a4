import type { CSSProperties } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'

/** A bar in the place of loading content. Give it the width and height of the content. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div aria-hidden style={style} className={cn('animate-skeleton rounded-sm bg-hover', className)} />
}

/** Placeholders for cards in their final size, with a text for screen readers. */
export function SkeletonCards({ count, what, className }: { count: number; what: string; className?: string }) {
  const t = useT('ui')
  return (
    <>
      <span role="status" className="sr-only">
        {t('loading', { what })}
      </span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden className={cn('h-42 rounded-lg border border-line bg-card p-4', className)}>
          <div className="flex gap-3">
            <Skeleton className="size-10 rounded-lg" />
            <div className="flex flex-1 flex-col gap-2 pt-1">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          </div>
          <Skeleton className="mt-4 h-3 w-full" />
          <Skeleton className="mt-2 h-3 w-4/5" />
        </div>
      ))}
    </>
  )
}
