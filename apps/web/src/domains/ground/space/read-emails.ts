export interface ReadEmails {
  emails: readonly string[]
  /** What is no address. */
  wrong: readonly string[]
}

/** Addresses that somebody typed or pasted, however they are separated, each once. */
export function readEmails(text: string): ReadEmails {
  const parts = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]
  const isAddress = (part: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(part)
  return { emails: parts.filter(isAddress), wrong: parts.filter((part) => !isAddress(part)) }
}
