import type { Devtools } from './devtools.ts'

export interface Answered {
  status: number
  contentType: string
  body: Uint8Array
}
export interface Area {
  x: number
  y: number
  width: number
  height: number
  scale: number
}
export interface Shot {
  path: string
  /** A value that the page finds as `globalThis[name]` before its first script runs. */
  given: { name: string; value: unknown }
  /** Answers every request of the page; undefined blocks it. No request reaches a network. */
  answer(url: URL): Promise<Answered | undefined>
  device: { width: number; height: number; scale: number; isMobile: boolean }
  /** Selector of an element that must be present before the picture is taken. */
  waitFor: string
  clip: { selector: string } | { area: Area }
  format: 'png' | 'jpeg' | 'webp'
  quality?: number | undefined
}
/** An element that was waited for, or is to be shown, is not on the page. */
export class NoElement extends Error {
  readonly selector: string
  constructor(selector: string) {
    super(`There is no element ${selector}`)
    this.selector = selector
  }
}
const BROWSER_ORIGIN = 'http://pages.invalid'
const WAIT_MS = 10_000
const ALL_MS = 25_000
const MAX_SIDE = 4096

/** Draws one page in a browser context of its own, without cookies, storage or network. */
export async function takePicture(devtools: Devtools, shot: Shot, timeoutMs = ALL_MS): Promise<Buffer> {
  const { browserContextId } = await devtools.send<{ browserContextId: string }>('Target.createBrowserContext')
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('The page took too long')), timeoutMs)
  const over = new Promise<never>((_, reject) =>
    late.signal.addEventListener('abort', () => reject(late.signal.reason as Error), { once: true }),
  )
  try {
    return await Promise.race([draw(devtools, shot, browserContextId), over])
  } finally {
    clearTimeout(timer)
    await devtools.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
  }
}
async function draw(devtools: Devtools, shot: Shot, browserContextId: string): Promise<Buffer> {
  const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const send = <T = object>(method: string, params: object = {}) => devtools.send<T>(method, params, sessionId)
  let loaded = () => {}
  const isLoaded = new Promise<void>((resolve) => (loaded = resolve))
  devtools.listen(sessionId, (method, params) => {
    if (method === 'Page.loadEventFired') loaded()
    if (method === 'Fetch.requestPaused') void answer(send, shot, params as unknown as Paused).catch(() => {})
  })
  try {
    const { width, height, scale, isMobile } = shot.device
    await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await send('Page.enable')
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: isMobile })
    const value = JSON.stringify(shot.given.value)
    await send('Page.addScriptToEvaluateOnNewDocument', {
      source: `globalThis[${JSON.stringify(shot.given.name)}] = ${value}`,
    })
    await send('Page.navigate', { url: `${BROWSER_ORIGIN}${shot.path}` })
    await isLoaded
    if (shot.waitFor) await boxOf(send, shot.waitFor)
    const area = 'area' in shot.clip ? shot.clip.area : { ...(await boxOf(send, shot.clip.selector)), scale: 1 }
    const clip = { ...area, width: Math.min(area.width, MAX_SIDE), height: Math.min(area.height, MAX_SIDE) }
    const { data } = await send<{ data: string }>('Page.captureScreenshot', {
      format: shot.format,
      ...(shot.format !== 'png' && shot.quality !== undefined && { quality: shot.quality }),
      clip,
      captureBeyondViewport: true,
    })
    return Buffer.from(data, 'base64')
  } finally {
    devtools.forget(sessionId)
  }
}
interface Paused {
  requestId: string
  request: { url: string; method: string }
}
type Send = <T = object>(method: string, params?: object) => Promise<T>

async function answer(send: Send, shot: Shot, { requestId, request }: Paused) {
  const url = URL.parse(request.url)
  const isOurs = url?.origin === BROWSER_ORIGIN && request.method === 'GET'
  const found = isOurs ? await shot.answer(url).catch(() => undefined) : undefined
  if (!found) return send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
  return send('Fetch.fulfillRequest', {
    requestId,
    responseCode: found.status,
    responseHeaders: [{ name: 'content-type', value: found.contentType }],
    body: Buffer.from(found.body).toString('base64'),
  })
}
/** The position of an element, once it exists. */
async function boxOf(send: Send, selector: string) {
  const expression = `new Promise((done) => {
    const end = Date.now() + ${WAIT_MS}
    const look = () => {
      let found
      try { found = document.querySelector(${JSON.stringify(selector)}) } catch { return done(null) }
      const { x, y, width, height } = found?.getBoundingClientRect() ?? {}
      if (width > 0 && height > 0) done({ x: x + scrollX, y: y + scrollY, width, height })
      else if (Date.now() > end) done(null)
      else setTimeout(look, 30)
    }
    look()
  })`
  const { result } = await send<{ result: { value?: Omit<Area, 'scale'> | null } }>('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (!result.value) throw new NoElement(selector)
  return result.value
}
