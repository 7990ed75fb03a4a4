const two = (n: number) => String(n).padStart(2, '0')

/** A day in the local time zone, as the value of a date field. */
export function dayText(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
const seconds = (text: string) => Math.floor(new Date(text).getTime() / 1000)
export const firstSecond = (day: string): number => seconds(`${day}T00:00:00`)
/** The end of the day, so that the whole day counts. */
export const lastSecond = (day: string): number => seconds(`${day}T23:59:59`)
