/** Times cross the wire in whole seconds; 0 stands for "never". */
export const seconds = (millis: number | null | undefined): number => Math.floor((millis ?? 0) / 1000)
/** The same for clients that expect 64-bit numbers as text. */
export const secondsText = (millis: number | null | undefined): string => String(seconds(millis))
