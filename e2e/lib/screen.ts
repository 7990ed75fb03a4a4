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
 * Tests run in one language. This checks the current screen in the other language too, with all that is open and typed
 * in: no text may remain in the first language or show its key. `asWritten` are texts of people or the server that
 * happen to equal one of ours.
 */
export async function expectTranslated(page: Page, name?: string, asWritten: string[] = []): Promise<void> {
  await picture(page, name)
  await inOtherLanguage(page, async (first) => {
    await untilTranslated(page, first, asWritten, name)
    await picture(page, name && `${name}-translated`)
  })
}

/** Also requires that there are no serious accessibility violations, in both themes. */
export async function expectAccessible(page: Page, name?: string, asWritten: string[] = []): Promise<void> {
  await untilNoSeriousFaults(page, name ?? page.url())
  await picture(page, name)
  await inOtherLanguage(page, async (first) => {
    await untilTranslated(page, first, asWritten, name)
    await inOtherTheme(page, async () => {
      // Only the contrast rule depends on the theme.
      const message = `${name ?? page.url()} in ${otherLanguage[first]}`
      await expect.poll(() => seriousFaults(page, { rules: ['color-contrast'] }), { message }).toEqual([])
      await picture(page, name && `${name}-translated`)
    })
  })
}

/** Polls, because a closing list hides the page for a moment: only violations that persist count. */
const untilNoSeriousFaults = (page: Page, message: string) =>
  expect.poll(() => seriousFaults(page), { message }).toEqual([])

/** Visitor pages take their language from the address, so the same visitor opens the page in the other language. */
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

/** Switches the language as another window of the same browser would, and back after the check. */
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
  // The app follows changes from its first render on.
  await page.waitForFunction(() => document.getElementById('root')?.childElementCount)
  // Repeats the change, because an app that is just starting has read the setting but does not listen for changes yet.
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

/** Polls, because texts from the server arrive a moment after those of the page. */
const untilTranslated = (page: Page, first: Language, asWritten: string[], name = page.url()) =>
  expect.poll(() => untranslated(page, first, asWritten), { message: `${name} in ${otherLanguage[first]}` }).toEqual([])

/** Texts on the page that are in the first language or are keys. Ignores what users wrote. */
async function untranslated(page: Page, first: Language, asWritten: string[]): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const found: string[] = []
    // Texts of users, and announcements, which do not change with the language.
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

/** Texts that users may have written themselves: examples, default titles of nodes, and single words. */
const mayBeUserText = (key: string, text: string) =>
  /placeholder$/i.test(key) ||
  key.includes(' type.') ||
  (/^[\x20-\x7E]*$/.test(text) ? !/[ .]/.test(text) : text.length < 3)

const foreignTextsByLanguage = new Map<Language, Set<string>>()
/** Texts of a language that do not exist in the other one, and keys, which i18next shows if a text is missing. */
function foreignTexts(first: Language): Set<string> {
  let texts = foreignTextsByLanguage.get(first)
  if (texts) return texts
  // A node has the name of its type until a user renames it.
  const others = new Set([...Object.values(readTexts(otherLanguage[first])), ...nodeNames(first)])
  const mine = Object.entries(readTexts(first)).filter(([key, text]) => !others.has(text) && !mayBeUserText(key, text))
  const keys = Object.keys(readTexts(first)).map((key) => key.slice(key.indexOf(' ') + 1))
  texts = new Set([...mine.map(([, text]) => text), ...keys.filter((key) => key.includes('.') && !others.has(key))])
  foreignTextsByLanguage.set(first, texts)
  return texts
}

let keysOfTexts: Set<string> | undefined
/** All keys that are not also texts. i18next shows the key if a text is missing. */
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

/** Takes a screenshot for comparison with the design drawings, if SCREENSHOTS names a folder. */
export async function picture(page: Page, name?: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder && name) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
