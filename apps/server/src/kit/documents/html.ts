import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { type Block, markdownBlocks } from './text-blocks.ts'

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
turndown.remove(['script', 'style', 'noscript', 'iframe', 'template'])
turndown.addRule('picture', {
  filter: ['img'],
  replacement: (_, node) =>
    (node as unknown as { getAttribute(name: string): string | null }).getAttribute('alt') ?? '',
})
turndown.addRule('row', {
  filter: ['tr'],
  replacement: (content) => `${content.trim().replaceAll(/\s*\n\s*/g, ' ')}\n`,
})
turndown.addRule('cell', { filter: ['td', 'th'], replacement: (content) => `| ${content.trim()} ` })

export interface WebPage {
  title: string
  markdown: string
  links: string[]
}

/** The main text of a web page without menus and adverts; the whole body if no article is detected. */
export function readPage(html: string): WebPage {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const title = (document.querySelector('title')?.textContent ?? '').trim()
  const links = [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href') ?? '')
  for (const node of document.querySelectorAll('script, style, noscript, iframe, template')) node.remove()
  const whole = markdownOf(document.body?.innerHTML ?? '')
  const article = articleOf(document)
  const best = article && article.length > whole.length * 0.4 ? article : whole
  const hasTitle = title && !best.includes(title)
  return { title, markdown: hasTitle ? `# ${title}\n\n${best}` : best, links }
}

function articleOf(document: Document): string | undefined {
  try {
    const article = new Readability(document, { keepClasses: false, maxElemsToParse: 50_000 }).parse()
    return article?.content ? markdownOf(article.content) : undefined
  } catch {
    return undefined
  }
}
const markdownOf = (html: string) => turndown.turndown(parseBody(html) as never).trim()
const parseBody = (html: string) => parseHTML(`<html><body>${html}</body></html>`).document.body

export const htmlBlocks = (html: string): Block[] => markdownBlocks(readPage(html).markdown)
/** Blocks of HTML that was converted from a document: nothing is filtered out. */
export const convertedBlocks = (html: string): Block[] => markdownBlocks(markdownOf(html))
