const MAX_ID = 9_223_372_036_854_775_807n

/** Whether a text that came from outside is an id that the database can hold. */
export const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_ID
