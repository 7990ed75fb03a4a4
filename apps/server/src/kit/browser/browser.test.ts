import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { createLog } from '../log.ts'
import { type Browser, BrowserBusy, createBrowser } from './browser.ts'
import { findChromium } from './find-chromium.ts'
import type { Shot } from './take-picture.ts'

/** Hostile pages in the browser that takes pictures. */
const path = findChromium(process.env.CHROME_PATH)
const page = (html: string): Shot => ({
  path: '/page',
  given: { name: 'given', value: {} },
  answer: (url) =>
    Promise.resolve(
      url.pathname === '/page'
        ? { status: 200, contentType: 'text/html', body: Buffer.from(`<!doctype html>${html}`) }
        : undefined,
    ),
  device: { width: 320, height: 240, scale: 1, isMobile: false },
  waitFor: 'body',
  clip: { area: { x: 0, y: 0, width: 320, height: 240, scale: 1 } },
  format: 'png',
})
const still = page('<body>still</body>')

describe.skipIf(!path)('a hostile page', () => {
  let browser: Browser
  beforeAll(() => {
    browser = createBrowser({ path, log: createLog({ level: 'error' }), timeoutMs: 5000 })
    afterFile(() => browser.close())
  })
  test('that never finishes loading is abandoned, and the next page is drawn', async () => {
    await expect(browser.take(page('<body>x</body><script>for (;;) {}</script>'), 2000)).rejects.toThrow(
      'took too long',
    )
    const tall = '<body>x</body><script>addEventListener("load", () => { for (;;) document.body.append("x") })</script>'
    await expect(browser.take(page(tall), 2000)).rejects.toThrow()
    expect((await browser.take(still)).subarray(1, 4).toString()).toBe('PNG')
  })
  test('cannot navigate to a file, another address or an address of its own choice', async () => {
    const away = ['file:///etc/hostname', 'http://127.0.0.1:1/', 'https://example.com/']
    for (const url of away) {
      const shot = page(`<body>x</body><script>location.href = ${JSON.stringify(url)}</script>`)
      // The picture may be taken before the page tries to navigate; it never shows the target.
      await browser.take({ ...shot, waitFor: '' }).catch((cause: unknown) => expect(cause).toBeInstanceOf(Error))
    }
    expect((await browser.take(still)).length).toBeGreaterThan(100)
  })
  test('cannot fetch anything from elsewhere, by any kind of request', async () => {
    const heard: string[] = []
    const server = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*').end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    afterFile(() => void server.close())
    const far = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // Every request is tried and fails before the element appears that the picture waits for.
    const html = `<link rel=stylesheet href="${far}/style"><body style="background:url(${far}/background)"><img src="${far}/image">
      <iframe src="${far}/frame"></iframe><iframe src="file:///etc/hostname"></iframe><script src="${far}/script"></script>
      <script>
      const ended = (target, ...names) => new Promise((done) => names.forEach((name) => target.addEventListener(name, () => done(name))))
      const image = new Image()
      image.src = '${far}/image-by-script'
      const request = new XMLHttpRequest()
      request.open('GET', '${far}/request')
      const tried = {
        fetch: fetch('${far}/fetch').then(() => 'answered', () => 'error'),
        image: ended(image, 'load', 'error'),
        request: ended(request, 'load', 'error'),
        socket: ended(new WebSocket('${far.replace('http', 'ws')}/socket'), 'open', 'error'),
        module: import('${far}/module').then(() => 'answered', () => 'error'),
      }
      request.send()
      navigator.sendBeacon('${far}/beacon')
      Promise.all(Object.values(tried)).then((ends) => {
        if (ends.every((end) => end === 'error')) document.body.insertAdjacentHTML('beforeend', '<p id="tried">Tried</p>')
      })</script></body>`
    const picture = await browser.take({ ...page(html), waitFor: '#tried' })
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect((await browser.take(still)).length).toBeGreaterThan(100)
    expect(heard).toEqual([])
  })
  test('one of a hundred at once is drawn or refused as busy', async () => {
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => browser.take(still)))
    const drawn = all.filter(({ status }) => status === 'fulfilled')
    const busy = all.filter((one) => one.status === 'rejected' && one.reason instanceof BrowserBusy)
    // Two are drawn at a time, and twenty wait.
    expect([drawn.length, busy.length]).toEqual([22, 78])
    expect((await browser.take(still)).length).toBeGreaterThan(100)
  })
})
