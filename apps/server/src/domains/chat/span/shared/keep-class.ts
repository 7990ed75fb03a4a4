/** Possible times to keep, in days. */
export const keepClasses = [7, 30, 90, 365] as const
export type KeepClass = (typeof keepClasses)[number]
export const DEFAULT_KEEP: KeepClass = 365
