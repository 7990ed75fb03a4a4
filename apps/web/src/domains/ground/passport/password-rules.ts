import { isCommonPassword, isOwnEmail, normalPassword, shortestPassword } from '@orrery/contract/shared/password-rules'

export const passwordRules = ['length', 'common', 'email'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** Password rules that the input meets. The server decides. */
export function metRules(password: string, email: string): Record<PasswordRule, boolean> {
  const text = normalPassword(password)
  const isTyped = text !== ''
  return {
    length: [...text].length >= shortestPassword,
    common: isTyped && !isCommonPassword(text),
    email: isTyped && !isOwnEmail(text, email),
  }
}

export const isGoodPassword = (password: string, email: string): boolean =>
  Object.values(metRules(password, email)).every(Boolean)
