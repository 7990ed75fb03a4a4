import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from './studio.ts'
import { nodeNames } from './texts.ts'
import { seriousFaults } from './axe.ts'

const locales = path.resolve(import.meta.dirname, '../../apps/web/src/locales')
const otherLanguage: Record<Language, Language> = { en: 'zh-CN', 'zh-CN': 'en' }

/**
 * A journey is walked in one language. Each of its screens is checked here in the other language as well, with whatever
 * is open and typed in at that moment: no text may stay behind in the first language or show its key. `asWritten` are
 * texts that came from a person or the server and happen to read like one of ours.
 */
export async function expectTranslated(page: Page, name?: string, asWritten: string[] = []): Promise<void> {
  await picture(page, name)
  await inOtherLanguage(page, async (first) => {
    await untilTranslated(page, first, asWritten, name)
    await picture(page, name && `${name}-translated`)
  })
}

/** The same, and no serious fault for people who cannot see or point, in both themes. */
export async function expectAccessible(page: Page, name?: string, asWritten: string[] = []): Promise<void> {
  await untilFaultless(page, name ?? page.url())
  await picture(page, name)
  await inOtherLanguage(page, async (first) => {
    await untilTranslated(page, first, asWritten, name)
    await inOtherTheme(page, async () => {
      // Of all rules only the contrast depends on the theme.
      const message = `${name ?? page.url()} in ${otherLanguage[first]}`
      await expect.poll(() => seriousFaults(page, { rules: ['color-contrast'] }), { message }).toEqual([])
      await picture(page, name && `${name}-translated`)
    })
  })
}

/** A list that is just closing hides the page for a moment: only a fault that stays is one. */
const untilFaultless = (page: Page, message: string) => expect.poll(() => seriousFaults(page), { message }).toEqual([])

/** A page for visitors takes its language from its address: it is opened again in the other one, by the same visitor. */
export async function expectVisitorPageAccessible(page: Page, name: string): Promise<void> {
  expect(await seriousFaults(page), name).toEqual([])
  await picture(page, name)
  const first = (await page.evaluate(() => document.documentElement.lang)) as Language
  const address = new URL(page.url())
  address.searchParams.set('lang', otherLanguage[first])
  const again = await page.context().newPage()
  await again.goto(address.href, { waitUntil: 'networkidle' })
  await again.waitForFunction((next) => document.documentElement.lang === next, otherLanguage[first])
  expect(await untranslated(again, first, []), `${name} in ${otherLanguage[first]}`).toEqual([])
  expect(await seriousFaults(again), `${name} in ${otherLanguage[first]}`).toEqual([])
  await again.close()
}

/** Changes the language as another window of this browser would, and back. */
async function inOtherLanguage(page: Page, check: (first: Language) => Promise<void>): Promise<void> {
  const first = (await page.evaluate(() => document.documentElement.lang)) as Language
  await changeLanguage(page, otherLanguage[first])
  try {
    await check(first)
  } finally {
    await changeLanguage(page, first)
  }
}

export async function changeLanguage(page: Page, language: Language): Promise<void> {
  // The app follows the choice from its first rendering on.
  await page.waitForFunction(() => document.getElementById('root')?.childElementCount)
  // Said again until it is heard: an app that is just starting has read the choice and does not listen yet.
  await page.waitForFunction(
    (next) => {
      const root = document.documentElement
      const [told, at] = (root.dataset['told'] ?? '').split(' ')
      if (root.lang !== next && (told !== next || Number(at) < performance.now() - 250)) {
        root.dataset['told'] = `${next} ${performance.now()}`
        localStorage.setItem('orrery.language', JSON.stringify(next))
        globalThis.dispatchEvent(new StorageEvent('storage', { key: 'orrery.language' }))
      }
      return root.lang === next
    },
    language,
    { polling: 'raf' },
  )
  await painted(page)
}

export async function inOtherTheme(page: Page, check: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => {
    const { dataset } = document.documentElement
    const isDark = (dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark'
    const chosen = dataset['theme']
    dataset['theme'] = isDark ? 'light' : 'dark'
    return chosen
  })
  await painted(page)
  try {
    await check()
  } finally {
    await page.evaluate((chosen) => {
      if (chosen) document.documentElement.dataset['theme'] = chosen
      else delete document.documentElement.dataset['theme']
    }, before)
  }
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Texts of the server arrive a moment after those of the page. */
const untilTranslated = (page: Page, first: Language, asWritten: string[], name = page.url()) =>
  expect.poll(() => untranslated(page, first, asWritten), { message: `${name} in ${otherLanguage[first]}` }).toEqual([])

/** What the page shows that is a text of the first language or the key of a text. What people wrote is not asked. */
async function untranslated(page: Page, first: Language, asWritten: string[]): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const found: string[] = []
    // Texts of people, and announcements, which stay as they were made.
    const own =
      '.cm-editor, .cm-content, [contenteditable], textarea, [data-toast], .sr-only[role=status], script, style, [data-user-text]'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Element) {
        if (node.matches(own)) continue
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '')
      } else if (!node.parentElement?.closest(own)) found.push(node.textContent ?? '')
    return [...new Set(found.map((text) => text.trim()).filter(Boolean))]
  })
  const forbidden = foreignTexts(first)
  return shown.filter((text) => forbidden.has(text) && !asWritten.includes(text))
}

/** Texts that people may well have written themselves: examples, default titles of nodes, and any single word. */
const maybeWritten = (key: string, text: string) =>
  /placeholder$/i.test(key) ||
  key.includes(' type.') ||
  (/^[\x20-\x7E]*$/.test(text) ? !/[ .]/.test(text) : text.length < 3)

const foreign = new Map<Language, Set<string>>()
/** The texts of a language that are none of the other one, and the keys: i18next shows a key that has no text. */
function foreignTexts(first: Language): Set<string> {
  let texts = foreign.get(first)
  if (texts) return texts
  // A node is called like its type until somebody names it.
  const others = new Set([...Object.values(readTexts(otherLanguage[first])), ...nodeNames(first)])
  const mine = Object.entries(readTexts(first)).filter(([key, text]) => !others.has(text) && !maybeWritten(key, text))
  const keys = Object.keys(readTexts(first)).map((key) => key.slice(key.indexOf(' ') + 1))
  texts = new Set([...mine.map(([, text]) => text), ...keys.filter((key) => key.includes('.') && !others.has(key))])
  foreign.set(first, texts)
  return texts
}

let keysOfTexts: Set<string> | undefined
/** The keys of texts that could be none of their own: i18next shows a key that has no text. */
export function knownKeys(): Set<string> {
  if (keysOfTexts) return keysOfTexts
  const texts = readTexts('en')
  const words = new Set(Object.values(texts))
  const keys = Object.keys(texts).map((key) => key.slice(key.indexOf(' ') + 1))
  keysOfTexts = new Set(keys.filter((key) => key.includes('.') && !words.has(key)))
  return keysOfTexts
}

function readTexts(language: Language): Record<string, string> {
  const folder = path.join(locales, language)
  return Object.fromEntries(
    readdirSync(folder).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>).map(
        ([key, text]) => [`${file} ${key}`, text],
      ),
    ),
  )
}

/** A picture to look at, beside the drawings of the design. Kept only when SCREENSHOTS names a folder. */
export async function picture(page: Page, name?: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder && name) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
