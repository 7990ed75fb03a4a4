const shortest = 8
/** The ones everybody tries first. The server has the last word. */
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

export const passwordRules = ['length', 'common', 'email'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** Which rules a password keeps. Nothing typed keeps none. */
export function keptRules(password: string, email: string): Record<PasswordRule, boolean> {
  const text = password.normalize('NFKC')
  const isTyped = text !== ''
  return {
    length: [...text].length >= shortest,
    common: isTyped && !common.has(text.toLowerCase()),
    email: isTyped && text.toLowerCase() !== email.trim().toLowerCase(),
  }
}

export const isGoodPassword = (password: string, email: string): boolean =>
  Object.values(keptRules(password, email)).every(Boolean)
