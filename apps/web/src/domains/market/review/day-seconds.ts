const two = (n: number) => String(n).padStart(2, '0')

/** A day of the reader's calendar, as fields for dates write it. */
export function dayText(at: number): string {
  const day = new Date(at)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
const seconds = (text: string) => Math.floor(new Date(text).getTime() / 1000)
export const firstSecond = (day: string): number => seconds(`${day}T00:00:00`)
/** The end of the day: it counts as a whole. */
export const lastSecond = (day: string): number => seconds(`${day}T23:59:59`)
