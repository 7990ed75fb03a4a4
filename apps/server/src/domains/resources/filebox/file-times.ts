import type { FileFilter } from './filebox.service.ts'

/** Parses a time as clients send it: seconds, milliseconds or a date. */
export const moment = (text: string): number | undefined => {
  if (!text) return undefined
  const number = Number(text)
  if (Number.isFinite(number)) return number < 1e11 ? number * 1000 : number
  return Date.parse(text)
}
export const timesOf = (input: { begin_time: string; end_time: string }): FileFilter => ({
  ...(input.begin_time && { from: moment(input.begin_time)! }),
  ...(input.end_time && { to: moment(input.end_time)! }),
})
