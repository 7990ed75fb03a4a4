/** The text of a message, which is a plain text or has several parts. */
export function textOf(content: unknown): string {
  if (typeof content !== 'string') return partsText(content) ?? JSON.stringify(content ?? '')
  if (!content.startsWith('[')) return content
  try {
    return partsText(JSON.parse(content)) ?? content
  } catch {
    return content
  }
}
function partsText(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'object' && item !== null && 'type' in item))
    return undefined
  const parts = value as { type: string; text?: string; file_url?: string }[]
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : (part.file_url ?? ''))).join('\n')
}
