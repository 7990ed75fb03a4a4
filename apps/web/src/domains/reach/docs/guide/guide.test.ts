import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { guides } from '@orrery/contract/shared/guides'
import { describe, expect, it } from 'vitest'
import { guidePages } from '#lib/guide-pages.ts'
import { nodeWords as english } from '@orrery/engine/words/en'
import { nodeWords as chinese } from '@orrery/engine/words/zh-CN'
import type { NodeKey } from '@orrery/engine/node-type'
import { anchorOf, fillLabels, labelsIn, linksIn, picturesIn, sectionsOf, titleOf } from './guide-text.ts'
import { searchGuide } from './search-guide.ts'

const here = import.meta.dirname
const languages = ['en', 'zh-CN'] as const
type Language = (typeof languages)[number]
const textOf = (language: Language, page: string) =>
  readFileSync(path.join(here, 'pages', language, `${page}.md`), 'utf8')

const taken = new Set(
  [
    ...readFileSync(path.resolve(here, '../../../../../../../e2e/pictures.spec.ts'), 'utf8').matchAll(
      /take\('([\w-]+)'\)/g,
    ),
  ].map(([, name]) => name!),
)

/** The label of the studio in a language, by namespace and key. */
function labelOf(language: Language, namespace: string, key: string): string | undefined {
  const file = path.join(here, '../../../../locales', language, `${namespace}.json`)
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
  const node = namespace === 'workflow-node' ? /^type\.(\w+)$/.exec(key)?.[1] : undefined
  return node ? (language === 'en' ? english : chinese)[node as NodeKey]?.name : own[key]
}

describe.each(languages)('the guide (%s)', (language) => {
  it('has exactly the listed pages, each with the title of the list', () => {
    const found = readdirSync(path.join(here, 'pages', language)).map((file) => file.replace(/\.md$/, ''))
    expect(found.toSorted()).toEqual([...guidePages].toSorted())
    for (const page of guidePages)
      expect(titleOf(textOf(language, page)), page).toBe(labelOf(language, 'docs', `page.${page}`))
  })

  it.each([...guidePages])('%s refers only to labels, links and pictures that exist', (page) => {
    const text = textOf(language, page)
    const gone = labelsIn(text).filter(({ namespace, key }) => !labelOf(language, namespace, key))
    expect(gone, 'labels that no screen has').toEqual([])
    const links = linksIn(text).filter((to) => {
      const [first, second] = to.split('/')
      if (second === undefined) return !guidePages.some((known) => known === first)
      return first !== 'api' || !guides.some(({ id }) => id === second)
    })
    expect(links, 'links that lead nowhere').toEqual([])
    expect(
      picturesIn(text).filter((name) => !taken.has(name)),
      'pictures that npm run pictures does not take',
    ).toEqual([])
  })

  // A browser takes the pictures: a fresh checkout has none before the first `npm run pictures`.
  it.skipIf(!existsSync(path.join(here, 'pictures', language)))(
    'has all pictures of its pages, none larger than the limit',
    () => {
      for (const name of guidePages.flatMap((page) => picturesIn(textOf(language, page)))) {
        const file = path.join(here, 'pictures', language, `${name}.webp`)
        expect(existsSync(file), `${file} is missing: npm run pictures`).toBe(true)
        expect(statSync(file).size, `${name} is larger than a page of the guide may be`).toBeLessThan(120_000)
      }
    },
  )

  it('finds pages by their text', () => {
    const pages = guidePages.map((page) => ({ page, text: textOf(language, page) }))
    const [first] = searchGuide(pages, language === 'en' ? 'rerank' : '重排')
    expect(first?.page).toMatch(/knowledge|models/)
    const hits = searchGuide(pages, 'Webhook')
    expect(hits[0]).toMatchObject({ anchor: expect.stringContaining('webhook') as string })
    expect(searchGuide(pages, 'xyzzy')).toEqual([])
  })
})

it.each([...guidePages])('%s has the same sections, pictures and labels in both languages', (page) => {
  const [one, other] = languages.map((language) => textOf(language, page))
  expect(sectionsOf(one!).length).toBe(sectionsOf(other!).length)
  expect(picturesIn(one!)).toEqual(picturesIn(other!))
  expect(labelsIn(one!).toSorted(byName)).toEqual(labelsIn(other!).toSorted(byName))
})
const byName = (a: { namespace: string; key: string }, b: { namespace: string; key: string }) =>
  `${a.namespace} ${a.key}` < `${b.namespace} ${b.key}` ? -1 : 1

it('inserts labels as the screen shows them and leaves other braces unchanged', () => {
  const filled = fillLabels('Press {{bot:publish}}, type `{{` or {{name}}', ({ key }) => `${key}*`)
  expect(filled).toBe('Press **publish\\***, type `{{` or {{name}}')
})

it('creates anchors from headings in any language', () => {
  expect(anchorOf('1. Say what the bot should do')).toBe('1-say-what-the-bot-should-do')
  expect(anchorOf('召回测试')).toBe('召回测试')
})
