/** The hour the samples are counted back from: when the page was opened. */
export const openedAt = Date.now()

/** This clock time, today. */
export const todayAt = (hours: number, minutes: number): number => new Date(openedAt).setHours(hours, minutes)
