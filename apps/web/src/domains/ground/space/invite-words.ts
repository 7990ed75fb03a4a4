import { SPACE_LIMITS } from '@orrery/contract/shared/limits'

/** Typed or pasted text as a list of unique user names and addresses. */
export function inviteWords(text: string): string[] {
  const words = text
    .split(/[\s,;，；、]+/)
    .map((word) => word.replace(/^@/, ''))
    .filter(Boolean)
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()].slice(0, SPACE_LIMITS.invitations)
}
