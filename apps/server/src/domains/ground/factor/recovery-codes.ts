import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const COUNT = 10

/** Ten codes of ten letters each, in two groups that are easy to copy by hand. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => `${letters(5)}-${letters(5)}`)

const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Normalises a typed code: case and the dash do not matter. */
export const readRecoveryCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
