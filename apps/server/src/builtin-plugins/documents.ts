import { type BuiltinPlugin, fail, objectItem, p, text } from './builtin-types.ts'

const MAX = 200_000
const bounded = (value: unknown) => {
  const source = text(value)
  if (!source.trim()) throw fail('markdown: must not be empty')
  if (source.length > MAX) throw fail(`markdown: at most ${MAX} characters`)
  return source
}

export const pdf: BuiltinPlugin = {
  number: 11,
  name: { en: 'PDF from Markdown', zh: 'Markdown 转 PDF' },
  description: { en: 'Create PDF documents from Markdown', zh: '将 Markdown 生成 PDF 文档' },
  icon: 'file',
  tools: [
    {
      name: 'make_pdf',
      description: {
        en: 'Create a PDF from Markdown with headings, lists, tables and code',
        zh: '将含标题、列表、表格与代码的 Markdown 生成 PDF',
      },
      request: [p.string('markdown', 'The document'), p.string('title', 'The title', { global_default: 'Document' })],
      response: [p.string('url', 'URL of the PDF'), p.integer('bytes', 'Size of the file')],
      example: { request: { markdown: '# Report\n\n- one\n- two', title: 'Report' } },
      async run({ markdown, title }, env, context) {
        const input = { markdown: bounded(markdown), title: text(title) }
        const bytes = Buffer.from(await env.work<Uint8Array>('pdf', input))
        return { url: await env.store(bytes, 'document.pdf', context), bytes: bytes.length }
      },
    },
  ],
}

export const markdownTools: BuiltinPlugin = {
  number: 24,
  name: { en: 'Markdown tools', zh: 'Markdown 工具' },
  description: { en: 'Extract plain text and headings from Markdown', zh: '提取 Markdown 的纯文本与标题' },
  icon: 'heading',
  tools: [
    {
      name: 'markdown_to_text',
      description: { en: 'Convert Markdown to plain text', zh: '去除 Markdown 标记，仅保留文字' },
      request: [p.string('markdown', 'The Markdown')],
      response: [p.string('text', 'The plain text')],
      example: {
        request: { markdown: '# Hi\n\nThis is **bold** and [a link](https://example.test).' },
        response: { text: 'Hi\n\nThis is bold and a link.' },
      },
      run: async ({ markdown }, { work }) => ({ text: await work('words', { markdown: bounded(markdown) }) }),
    },
    {
      name: 'table_of_contents',
      description: { en: 'List the headings of Markdown with their levels', zh: '列出 Markdown 的标题与层级' },
      request: [p.string('markdown', 'The Markdown')],
      response: [
        p.list('headings', 'The headings', objectItem([p.integer('level', '1 to 6'), p.string('title', 'Text')])),
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
      run: async ({ markdown }, { work }) => ({ headings: await work('headings', { markdown: bounded(markdown) }) }),
    },
  ],
}
