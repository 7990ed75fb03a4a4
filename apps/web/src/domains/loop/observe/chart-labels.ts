import { formatDate } from '#lib/format.ts'
import type { ReleaseMark } from './chart.queries.ts'

const day = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')
function labelOf(at: number, width: number, isLong: boolean): string {
  const date = new Date(at)
  if (width >= day) return formatDate(date).slice(5)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  return isLong ? `${formatDate(date).slice(5)} ${time}` : time
}
export const labelsOf = (times: readonly number[], width: number): string[] => {
  const isLong = times.length * width > 1.5 * day
  return times.map((at) => labelOf(at, width, isLong))
}

/** Places publications at the bars of their time. Those of the same bar share a line. */
export function marksOn(marks: readonly ReleaseMark[], times: readonly number[], width: number) {
  const labels = labelsOf(times, width)
  const found = new Map<string, string[]>()
  for (const { at, name, version } of marks) {
    const index = times.findIndex((time) => at >= time && at < time + width)
    const label = labels[index]
    if (label === undefined) continue
    // Draft numbers mean nothing to people; named versions do.
    const text = /^\d{6,}$/.test(version) ? name : `${name} ${version}`
    found.set(label, [...(found.get(label) ?? []), text.trim()])
  }
  return [...found].map(([label, texts]) => ({ label, texts }))
}
