import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'

export function Counter({ length, limit, className }: { length: number; limit: number; className?: string }) {
  return (
    <span
      className={cn(
        'shrink-0 text-small tabular-nums whitespace-nowrap',
        length > limit ? 'text-err' : 'text-mute',
        className,
      )}
    >
      {formatNumber(length)} / {formatNumber(limit)}
    </span>
  )
}
