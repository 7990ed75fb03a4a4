/** The time at which the page was opened. The times of samples are relative to it. */
export const openedAt = Date.now()

/** The given time of day, today. */
export const todayAt = (hours: number, minutes: number): number => new Date(openedAt).setHours(hours, minutes)
