import { formatFullTime, formatTime, type Moment } from '#lib/format.ts'

/** A time in the format of the specification, with the full date and time on hover. */
export function DateTime({ at, className }: { at: Moment; className?: string }) {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return null
  return (
    <time dateTime={moment.toISOString()} title={formatFullTime(moment)} className={className}>
      {formatTime(moment)}
    </time>
  )
}
