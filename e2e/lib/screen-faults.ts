import type { Page } from 'playwright-core'
import { knownKeys } from './screen.ts'

/** Texts on the screen that no person should see, such as keys, raw values and codes. Ignores what users wrote. */
export async function textFaults(page: Page, language: 'en' | 'zh-CN'): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const own =
      'script, style, pre, code, kbd, samp, textarea, svg, .font-mono, .cm-editor, .react-flow__node, [contenteditable], [data-user-text], [aria-hidden=true]'
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      const { parentElement: parent } = node
      if (text && parent && !parent.closest(own) && parent.checkVisibility()) found.push(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (!element.closest(own))
        for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name)?.trim() ?? '')
    return [...new Set(found.filter(Boolean))]
  })
  const keys = knownKeys()
  // Also recognises keys without a text, by their first word.
  const firstWords = new Set([...keys].map((key) => key.split('.')[0]!))
  // A placeholder may be a host name such as example.com.
  firstWords.delete('example')
  const isKey = (text: string) => keys.has(text) || (/^\w+(\.\w+)+$/.test(text) && firstWords.has(text.split('.')[0]!))
  return shown.flatMap((text) => {
    if (isKey(text)) return [`key: ${text}`]
    if (/\{\s*"\w+"\s*:|\[\s*\{|\[object |^(undefined|NaN|null)$|\{\{\w+\}\}|`[^`]+`/.test(text))
      return [`raw: ${text}`]
    if (/^[a-z]+(_[a-z]+)+$|^[a-z]+[A-Z][A-Za-z]+$|^\d{15,}$/.test(text)) return [`code: ${text}`]
    if (language === 'zh-CN' && isEnglish(text)) return [`English: ${text}`]
    return []
  })
}

/** Four words in a row, without Chinese characters. */
const isEnglish = (text: string) => /[A-Za-z]+ [a-z]+,? [a-z]+ [a-z]+/.test(text) && !/\p{Script=Han}/u.test(text)

/** Layout faults: controls outside of the window, and names without enough room. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const { innerWidth: width } = globalThis
    const nameOf = (element: Element) =>
      `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`
    if (document.documentElement.scrollWidth > width)
      faults.push(`the page is ${document.documentElement.scrollWidth} wide`)
    /** Controls inside a horizontally scrolling element may be outside of the window. */
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at)
        if ((overflowX === 'auto' || overflowX === 'scroll') && at.scrollWidth > at.clientWidth) return true
      }
      return false
    }
    for (const control of document.querySelectorAll('button, a[href], input, h1, [role=radio], [role=tab]')) {
      if (!control.checkVisibility() || control.closest('.sr-only, .react-flow, [aria-hidden=true]')) continue
      const { left, right, width: own } = control.getBoundingClientRect()
      if (own < 2) {
        if (control.matches('h1') && !control.closest('.sr-only')) faults.push(`no room: ${nameOf(control)}`)
        continue
      }
      if ((right > width + 1 || left < -1) && !scrolls(control) && own > 1) faults.push(`outside: ${nameOf(control)}`)
    }
    for (const cell of document.querySelectorAll('[role=table] tbody [role=row]')) {
      const name = cell.querySelector('[data-lead]')
      if (name && name.getBoundingClientRect().width < 100) faults.push(`narrow name: ${nameOf(name)}`)
    }
    return [...new Set(faults)]
  })

/** Faults in what each screen has exactly once (main landmark, first heading), and in its title. */
export const outlineFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((item) => item.checkVisibility()).length
    const faults: string[] = []
    if (count('main, [role=main]') !== 1) faults.push(`${count('main, [role=main]')} main landmarks`)
    if (count('h1') !== 1) faults.push(`${count('h1')} first headings`)
    // The title of a settings tab consists of its own name and the name of the settings.
    const isTab = /^\/(account|admin)\//.test(location.pathname)
    if (!(isTab ? /^.+ - .+ - Orrery$/ : /^.{1,120} - Orrery$/).test(document.title))
      faults.push(`title: ${document.title}`)
    return faults
  })

/** Titles, tabs, fields and actions that are covered by a toast. */
export const coveredByToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect())
    return [...document.querySelectorAll('h1, [role=tab], input, textarea, [role=textbox], main header button')]
      .filter((element) => element.checkVisibility() && !element.closest('[data-toast]'))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return toasts.some(
          (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        )
      })
      .map(
        (element) => `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim()}`,
      )
  })
