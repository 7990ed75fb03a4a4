import { Progress as Base } from '@base-ui/react/progress'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatPercent } from '#lib/format.ts'

const tones = {
  brand: 'bg-brand-solid',
  info: 'bg-info-solid',
  warn: 'bg-warn-solid',
  err: 'bg-err-solid',
  ok: 'bg-ok-solid',
}

interface ProgressProps {
  /** 0 to 1; null while the progress is unknown. */
  value: number | null
  /** Describes the ongoing work; visible unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  /** Shown at the right instead of the percentage: "218 of 352". */
  note?: ReactNode
  tone?: keyof typeof tones
  /** 4 px in rows, 6 px elsewhere. */
  thin?: boolean
  className?: string
}

export function Progress({ value, label, hideLabel, note, tone = 'brand', thin, className }: ProgressProps) {
  const right = note ?? (value === null ? null : formatPercent(value))
  return (
    <Base.Root value={value === null ? null : value * 100} className={cn('flex flex-col gap-1.5', className)}>
      <span className={cn('flex justify-between gap-2 text-small', hideLabel && 'sr-only')}>
        <Base.Label className="min-w-0 truncate">{label}</Base.Label>
        {right !== null && <span className="shrink-0 text-mute tabular-nums">{right}</span>}
      </span>
      <Base.Track className={cn('overflow-hidden rounded-full bg-hover', thin ? 'h-1' : 'h-1.5')}>
        <Base.Indicator
          className={cn(
            'h-full rounded-full transition-[width] duration-200',
            tones[tone],
            value === null && 'w-2/5! animate-progress',
          )}
        />
      </Base.Track>
    </Base.Root>
  )
}
