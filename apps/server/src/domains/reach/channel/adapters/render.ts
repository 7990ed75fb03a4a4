import { Lexer, type Token, type Tokens } from 'marked'

/** How a platform writes the elements of Markdown. */
export interface Dialect {
  escape(text: string): string
  bold(text: string): string
  italic(text: string): string
  strike(text: string): string
  code(text: string): string
  fence(text: string, lang: string): string
  quote(text: string): string
  link(text: string, href: string): string
}
const rule = '———'
const isWebLink = (href: string) => /^(https?|mailto|tg):/i.test(href)

/** Converts Markdown to the format of a platform. Elements it has no markup for become plain text. */
export function render(markdown: string, dialect: Dialect): string {
  const blocks = (tokens: Token[]): string =>
    tokens
      .map(block)
      .filter((text) => text !== '')
      .join('\n\n')
  function block(token: Token): string {
    switch (token.type) {
      case 'space':
        return ''
      case 'hr':
        return rule
      case 'heading':
        return dialect.bold(inline((token as Tokens.Heading).tokens))
      case 'code': {
        const { text, lang = '' } = token as Tokens.Code
        return dialect.fence(text, lang.split(/\s/)[0]!)
      }
      case 'blockquote':
        return dialect.quote(blocks((token as Tokens.Blockquote).tokens))
      case 'list':
        return list(token as Tokens.List, '')
      case 'table':
        return dialect.fence(table(token as Tokens.Table), '')
      default:
        return 'tokens' in token && token.tokens ? inline(token.tokens) : dialect.escape(token.raw.trim())
    }
  }
  function list({ items, ordered, start }: Tokens.List, indent: string): string {
    return items
      .map((item, at) => {
        const mark = ordered ? `${Number(start || 1) + at}.` : item.task ? (item.checked ? '☑' : '☐') : '•'
        const parts = item.tokens.map((token) =>
          token.type === 'list' ? `\n${list(token as Tokens.List, `${indent}  `)}` : block(token),
        )
        return `${indent}${mark} ${parts.join('')}`
      })
      .join('\n')
  }
  const inline = (tokens: Token[] | undefined): string => (tokens ?? []).map(span).join('')
  function span(token: Token): string {
    switch (token.type) {
      case 'strong':
        return dialect.bold(inline((token as Tokens.Strong).tokens))
      case 'em':
        return dialect.italic(inline((token as Tokens.Em).tokens))
      case 'del':
        return dialect.strike(inline((token as Tokens.Del).tokens))
      case 'codespan':
        return dialect.code((token as Tokens.Codespan).text)
      case 'br':
        return '\n'
      case 'link':
      case 'image': {
        const { href, text } = token as Tokens.Link
        return isWebLink(href) ? dialect.link(text || href, href) : dialect.escape(text)
      }
      case 'text':
        return 'tokens' in token && token.tokens ? inline(token.tokens) : dialect.escape((token as Tokens.Text).text)
      case 'escape':
        return dialect.escape((token as Tokens.Escape).text)
      default:
        return dialect.escape(token.raw)
    }
  }
  return blocks(new Lexer().lex(markdown)).trim()
}

/** Aligns the columns of a table for a monospaced font. */
function table({ header, rows }: Tokens.Table): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => cell.text))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => width(line[column] ?? ''))))
  const padded = (line: string[]) =>
    line
      .map((cell, column) => cell + ' '.repeat(widths[column]! - width(cell)))
      .join('  ')
      .trimEnd()
  return lines.map(padded).join('\n')
}
/** Chinese characters are two columns wide. */
const width = (text: string) => [...text].reduce((sum, char) => sum + (char.codePointAt(0)! > 0x2e7f ? 2 : 1), 0)

const same = (text: string) => text
/** For platforms that show plain text only. */
export const plainText: Dialect = {
  escape: same,
  bold: same,
  italic: same,
  strike: same,
  code: same,
  fence: same,
  quote: (text) => text.replaceAll(/^/gm, '> '),
  link: (text, href) => (text === href ? href : `${text} (${href})`),
}
