/** The rule of the server: 3 to 32 letters of any script, digits, dots, dashes and underscores. */
const wellFormed = /^[\p{L}\p{N}_.-]{3,32}$/u

export const isUserName = (name: string): boolean => wellFormed.test(name.trim())
