import { Readability } from '@mozilla/readability'
import { DOMParser, parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { refuse } from './refuse.ts'

export interface PageText {
  title: string
  content: string
}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Extracts the main text of a page. */
export function readPage(source: string): PageText {
  const { document } = parseHTML(source)
  const title = text(document.title)
  const article = new Readability(document as unknown as Document, { maxElemsToParse: 20_000 }).parse()
  const html = article?.content ?? text((document as unknown as Document).body?.innerHTML)
  const markdown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).remove(['script', 'style'])
  return { title: article?.title || title, content: markdown.turndown(html) }
}

interface XmlElement {
  textContent: string | null
  getAttribute(name: string): string | null
}
const pick = (item: { querySelector(selector: string): XmlElement | null }, ...names: string[]) =>
  names.map((name) => item.querySelector(name)).find((item) => item !== null)
const words = (item: XmlElement | null | undefined) =>
  text(item?.textContent)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500)

/** Reads RSS and Atom. */
export function readFeed(source: string, count: number) {
  const document = new DOMParser().parseFromString(source, 'text/xml') as unknown as Document
  const items = [...document.querySelectorAll('item, entry')].slice(0, count)
  if (!items.length && !/<(rss|feed|rdf)/i.test(source)) throw refuse('This is not a feed')
  return {
    title: words(document.querySelector('channel > title') ?? document.querySelector('feed > title')),
    entries: items.map((item) => {
      const link = pick(item, 'link')
      return {
        title: words(pick(item, 'title')),
        link: text(link?.getAttribute('href')) || text(link?.textContent).trim(),
        date: text(pick(item, 'pubDate', 'published', 'updated', 'date')?.textContent).trim(),
        summary: words(pick(item, 'description', 'summary', 'content')),
      }
    }),
  }
}
