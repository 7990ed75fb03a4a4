import { existsSync } from 'node:fs'
import { marked, type Token, type Tokens } from 'marked'
import Pdf from 'pdfkit'
import { type BuiltinPlugin, fail, objectItem, p, text } from './builtin-types.ts'

const MAX = 200_000
/** Fonts with Chinese letters that systems have; the built-in ones know Latin only. */
const fonts: [string, string?][] = [
  ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', 'NotoSansCJKsc-Regular'],
  ['/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc', 'NotoSansCJKsc-Regular'],
  ['/usr/share/fonts/truetype/wqy/wqy-microhei.ttc', 'WenQuanYiMicroHei'],
  ['/System/Library/Fonts/PingFang.ttc', 'PingFangSC-Regular'],
]
const isLatin = (source: string) => !/[^\s!-\u024f\u2010-\u2026\u20ac\u2022\u2122]/.test(source)

/** The words of a piece of Markdown, without its signs. */
function plain(tokens: Token[] | undefined): string {
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

async function toPdf(markdown: string, title: string): Promise<Buffer> {
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
      const own = item.tokens.filter((one) => one.type !== 'list')
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
const bounded = (value: unknown) => {
  const source = text(value)
  if (!source.trim()) throw fail('markdown: must not be empty')
  if (source.length > MAX) throw fail(`markdown: at most ${MAX} characters`)
  return source
}

export const pdf: BuiltinPlugin = {
  number: 11,
  name: { en: 'PDF from Markdown', zh: 'Markdown 转 PDF' },
  description: { en: 'Writes Markdown as a PDF document', zh: '将 Markdown 生成 PDF 文档' },
  icon: 'book',
  tools: [
    {
      name: 'make_pdf',
      description: {
        en: 'Makes a PDF of Markdown with headings, lists, tables and code',
        zh: '将含标题、列表、表格与代码的 Markdown 生成 PDF',
      },
      request: [p.string('markdown', 'The document'), p.string('title', 'Its title', { global_default: 'Document' })],
      response: [p.string('url', 'Where the PDF is'), p.integer('bytes', 'Its size')],
      example: { request: { markdown: '# Report\n\n- one\n- two', title: 'Report' } },
      async run({ markdown, title }, env, context) {
        const bytes = await toPdf(bounded(markdown), text(title))
        return { url: await env.store(bytes, 'document.pdf', context), bytes: bytes.length }
      },
    },
  ],
}

export const markdownTools: BuiltinPlugin = {
  number: 24,
  name: { en: 'Markdown tools', zh: 'Markdown 工具' },
  description: { en: 'Plain text and headings of Markdown', zh: '提取 Markdown 的纯文本与标题' },
  icon: 'pen',
  tools: [
    {
      name: 'markdown_to_text',
      description: { en: 'The words of Markdown without its signs', zh: '去除 Markdown 标记，仅保留文字' },
      request: [p.string('markdown', 'The Markdown')],
      response: [p.string('text', 'The words')],
      example: {
        request: { markdown: '# Hi\n\nThis is **bold** and [a link](https://example.test).' },
        response: { text: 'Hi\n\nThis is bold and a link.' },
      },
      run: ({ markdown }) => ({
        text: marked
          .lexer(bounded(markdown))
          .filter((token) => token.type !== 'space')
          .map((token) =>
            token.type === 'list'
              ? (token as Tokens.List).items.map((item) => plain(item.tokens)).join('\n')
              : plain([token]),
          )
          .join('\n\n'),
      }),
    },
    {
      name: 'table_of_contents',
      description: { en: 'The headings of Markdown with their levels', zh: '列出 Markdown 的标题与层级' },
      request: [p.string('markdown', 'The Markdown')],
      response: [
        p.list('headings', 'The headings', objectItem([p.integer('level', '1 to 6'), p.string('title', 'Its words')])),
      ],
      example: {
        request: { markdown: '# A\n## B\ntext' },
        response: {
          headings: [
            { level: 1, title: 'A' },
            { level: 2, title: 'B' },
          ],
        },
      },
      run: ({ markdown }) => ({
        headings: marked
          .lexer(bounded(markdown))
          .filter((token): token is Tokens.Heading => token.type === 'heading')
          .map((token) => ({ level: token.depth, title: plain(token.tokens) })),
      }),
    },
  ],
}
