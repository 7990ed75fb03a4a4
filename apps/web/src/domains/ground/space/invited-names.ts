import { SPACE_LIMITS } from '@orrery/contract/shared/limits'

/** Parses typed or pasted text as a list of unique user names and addresses. */
export function invitedNames(text: string): string[] {
  const names = text
    .split(/[\s,;，；、]+/)
    .map((word) => word.replace(/^@/, ''))
    .filter(Boolean)
  return [...new Map(names.map((word) => [word.toLowerCase(), word])).values()].slice(0, SPACE_LIMITS.invitations)
}
