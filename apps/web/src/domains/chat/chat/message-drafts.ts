/** Unsent messages by bot, kept as long as the page is open. */
const drafts = new Map<string, string>()
export const readMessageDraft = (key: string): string => drafts.get(key) ?? ''
export const keepMessageDraft = (key: string, text: string): void => void drafts.set(key, text)
