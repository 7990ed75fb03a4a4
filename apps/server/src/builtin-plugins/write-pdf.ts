import { existsSync } from 'node:fs'
import { marked, type Token, type Tokens } from 'marked'
import Pdf from 'pdfkit'

/** System fonts with Chinese characters; the built-in ones only have Latin. */
const fonts: [string, string?][] = [
  ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', 'NotoSansCJKsc-Regular'],
  ['/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc', 'NotoSansCJKsc-Regular'],
  ['/usr/share/fonts/truetype/wqy/wqy-microhei.ttc', 'WenQuanYiMicroHei'],
  ['/System/Library/Fonts/PingFang.ttc', 'PingFangSC-Regular'],
]
const isLatin = (source: string) => !/[^\s!-\u024f\u2010-\u2026\u20ac\u2022\u2122]/.test(source)

/** The text of Markdown tokens, without markup. */
export function plain(tokens: Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      const inner = (token as { tokens?: Token[] }).tokens
      if (token.type === 'br') return '\n'
      if (token.type === 'html') return ''
      return inner ? plain(inner) : unescape((token as { text?: string }).text ?? '')
    })
    .join('')
}
const unescape = (source: string) =>
  source
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

export async function toPdf(markdown: string, title: string): Promise<Buffer> {
  const doc = new Pdf({ size: 'A4', margin: 56, info: { Title: title.slice(0, 200), Creator: 'Orrery' } })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const wide = isLatin(markdown + title) ? undefined : fonts.find(([file]) => existsSync(file))
  if (wide) doc.registerFont('body', wide[0], wide[1])
  const body = wide ? 'body' : 'Helvetica'
  const bold = wide ? 'body' : 'Helvetica-Bold'
  const write = (source: string, font: string, size: number, options: PDFKit.Mixins.TextOptions = {}) =>
    doc
      .font(font)
      .fontSize(size)
      .text(source, { lineGap: 3, ...options })
  const list = (token: Tokens.List, depth: number) => {
    for (const [index, item] of token.items.entries()) {
      const own = item.tokens.filter((token) => token.type !== 'list')
      write(`${token.ordered ? `${Number(token.start || 1) + index}.` : '•'} ${plain(own)}`, body, 11, {
        indent: depth * 16,
      })
      for (const inner of item.tokens) if (inner.type === 'list' && depth < 8) list(inner as Tokens.List, depth + 1)
    }
  }
  const draw = (tokens: Token[]) => {
    for (const token of tokens) {
      if (token.type === 'space') continue
      if (token.type === 'heading') {
        doc.moveDown(0.4)
        write(plain(token.tokens), bold, [22, 18, 15, 13, 12, 11][(token as Tokens.Heading).depth - 1] ?? 11)
      } else if (token.type === 'list') list(token as Tokens.List, 1)
      else if (token.type === 'code') write((token as Tokens.Code).text, wide ? 'body' : 'Courier', 9.5, { indent: 12 })
      else if (token.type === 'blockquote')
        write(plain(token.tokens), wide ? 'body' : 'Helvetica-Oblique', 11, { indent: 20 })
      else if (token.type === 'hr') doc.moveTo(56, doc.y).lineTo(540, doc.y).stroke('#cccccc')
      else if (token.type === 'table') {
        const table = token as Tokens.Table
        write(table.header.map((cell) => plain(cell.tokens)).join('  |  '), bold, 10.5)
        for (const row of table.rows) write(row.map((cell) => plain(cell.tokens)).join('  |  '), body, 10.5)
      } else
        write(
          plain((token as { tokens?: Token[] }).tokens) || unescape((token as { text?: string }).text ?? ''),
          body,
          11,
        )
      doc.moveDown(0.5)
    }
  }
  draw(marked.lexer(markdown))
  doc.end()
  await done
  return Buffer.concat(chunks)
}

/** Converts Markdown to plain text. */
export const plainText = (markdown: string): string =>
  marked
    .lexer(markdown)
    .filter((token) => token.type !== 'space')
    .map((token) =>
      token.type === 'list'
        ? (token as Tokens.List).items.map((item) => plain(item.tokens)).join('\n')
        : plain([token]),
    )
    .join('\n\n')
export const headingsOf = (markdown: string) =>
  marked
    .lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map((token) => ({ level: token.depth, title: plain(token.tokens) }))
