export interface ReadEmails {
  emails: readonly string[]
  /** Parts that are not valid addresses. */
  wrong: readonly string[]
}

/** Parses typed or pasted addresses with any separator, without duplicates. */
export function readEmails(text: string): ReadEmails {
  const parts = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
  const isAddress = (part: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(part)
  return { emails: parts.filter(isAddress), wrong: parts.filter((part) => !isAddress(part)) }
}
