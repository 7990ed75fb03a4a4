import { cn } from '#lib/class-names.ts'
import { formatCount } from '#lib/format.ts'

const tones = { grey: 'bg-hover text-mute', brand: 'bg-brand-soft text-brand', err: 'bg-err-soft text-err' }

interface CountBadgeProps {
  count: number
  tone?: keyof typeof tones
  /** What the number counts, if the text beside it does not say so. */
  label?: string
}

export function CountBadge({ count, tone = 'grey', label }: CountBadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-4 tabular-nums min-w-4 items-center justify-center rounded-sm px-1 text-caption',
        tones[tone],
      )}
    >
      {formatCount(count)}
      {label && <span className="sr-only">{` ${label}`}</span>}
    </span>
  )
}
