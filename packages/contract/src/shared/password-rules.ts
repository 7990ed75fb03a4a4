export const shortestPassword = 8
export const longestPassword = 128

/** The most common passwords, which attackers try first. */
const common = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '87654321',
  '11111111',
  '00000000',
  'password',
  'qwertyui',
  'qwertyuiop',
  'iloveyou',
  'abcd1234',
  'passw0rd',
])

/** Normalised, so that the same text typed on different keyboards is the same password. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

export const isCommonPassword = (password: string): boolean => common.has(normalPassword(password).toLowerCase())

export const isOwnEmail = (password: string, email: string): boolean =>
  normalPassword(password).toLowerCase() === email.trim().toLowerCase()
