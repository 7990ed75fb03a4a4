/** Times on the wire are in whole seconds; 0 means "never". */
export const seconds = (millis: number | null | undefined): number => Math.floor((millis ?? 0) / 1000)
/** Like `seconds`, as text for clients that expect 64-bit numbers. */
export const secondsText = (millis: number | null | undefined): string => String(seconds(millis))
