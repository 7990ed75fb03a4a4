const most = 50

/** What was typed or pasted, as a list of user names and addresses, each once. */
export function inviteWords(text: string): string[] {
  const words = text
    .split(/[\s,;，；、]+/)
    .map((word) => word.replace(/^@/, ''))
    .filter(Boolean)
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()].slice(0, most)
}
