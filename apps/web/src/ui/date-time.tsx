import { formatFullTime, formatTime, type Moment } from '#lib/format.ts'

/** A moment as the specification writes it; the whole of it on hover. */
export function DateTime({ at, className }: { at: Moment; className?: string }) {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return null
  return (
    <time dateTime={moment.toISOString()} title={formatFullTime(moment)} className={className}>
      {formatTime(moment)}
    </time>
  )
}
