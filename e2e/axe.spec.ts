import { expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import { seriousFaults } from './lib/axe.ts'
import { closeContexts, openBrowser } from './lib/browser.ts'

const document = (body: string) => `<!doctype html><html lang="en"><title>Page</title><main>${body}</main></html>`
const frame = document('<button></button>').replaceAll('"', "'")

test('violations are found in the page, in a part of it and in its frames, and again by a second check', async () => {
  const browser = await openBrowser()
  afterFile(() => closeContexts(browser))
  const page = await browser.newPage()
  await page.setContent(
    document(`<button></button><p style="color: #ccc">Pale</p><iframe title="Frame" srcdoc="${frame}"></iframe>`),
  )
  const all = ['button-name: button, iframe button', 'color-contrast: p']
  expect(await seriousFaults(page)).toEqual(all)
  expect(await seriousFaults(page, { part: 'p' })).toEqual(['color-contrast: p'])
  expect(await seriousFaults(page, { rules: ['button-name'] })).toEqual(['button-name: button, iframe button'])
  expect(await seriousFaults(page)).toEqual(all)
})
