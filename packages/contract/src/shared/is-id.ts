const MAX_ID = '9223372036854775807'
/** Whether a text is an id: a positive whole number that fits into 64 bits, written in decimal. */
export const isId = (text: string): boolean =>
  /^[1-9]\d{0,18}$/.test(text) && (text.length < MAX_ID.length || text <= MAX_ID)
