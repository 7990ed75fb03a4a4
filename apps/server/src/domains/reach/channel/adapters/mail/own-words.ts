const separators = [
  /^\s*-{2,}\s*(original message|forwarded message|原始邮件|转发邮件)\s*-{2,}/i,
  /^\s*on\b.{5,200}\bwrote:\s*$/i,
  /^\s*在.{3,200}写道[：:]\s*$/,
  /^\s*(from|发件人)[：:]\s?\S.*$/i,
  /^_{10,}\s*$/,
  /^-- ?$/,
]

/** The new text of a mail, without the quoted mail and the signature. Empty if there is no other text. */
export function ownWords(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  // The line above a quotation may be wrapped into two.
  const starts = (at: number) =>
    separators.some((start) => start.test(lines[at]!) || start.test(`${lines[at]!} ${lines[at + 1] ?? ''}`))
  const end = lines.findIndex((_, at) => starts(at))
  const kept = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !line.startsWith('>'))
  return kept.join('\n').trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const charOf = (code: number) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

/** The text of a mail that has no plain text part. */
export const textOfHtml = (html: string): string =>
  html
    .slice(0, 500_000)
    .replaceAll(/<(style|script|head|title)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<blockquote\b[\s\S]*/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => charOf(Number(code)))
    .replaceAll(/&#x([\da-f]{1,6});/gi, (_, code: string) => charOf(Number.parseInt(code, 16)))
    .replaceAll(/&([a-z]+);/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
