import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Untrusted code in one of our frames: what it attempts, which attempts succeed, and what it sends. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let author: Person
let spaceId: string
/** Everything that reached the external server by any protocol. */
const externalRequests: string[] = []
let sink: string
let stun: string
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  author = await studio.register('author')
  spaceId = (await author.api.space.create({ name: 'Team' })).id
  const server = createServer((request, response) => {
    externalRequests.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end()
  })
  server.on('upgrade', (request) => externalRequests.push(request.url ?? ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = createSocket('udp4', () => externalRequests.push('udp'))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
    socket.close()
  })
  sink = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  stun = `stun:127.0.0.1:${socket.address().port}`
})

const probe = `export async function probe(root, { sink, stun }, emit) {
  const told = {}
  const attempt = async (name, act) => {
    try { told[name] = 'done ' + String(await act()).slice(0, 40) } catch { told[name] = 'refused' }
  }
  const made = (tag, values) => Object.assign(document.createElement(tag), values)
  const loaded = (element, place) => new Promise((done, failed) => {
    element.onload = () => done('loaded')
    element.onerror = failed
    place.append(element)
  })
  const answered = (worker) => new Promise((done, failed) => { worker.onmessage = () => done('ran'); worker.onerror = failed })
  const opened = (socket) => new Promise((done, failed) => { socket.onopen = () => done('open'); socket.onerror = failed })
  const call = (Peer) => {
    const peer = new Peer({ iceServers: [{ urls: stun }] })
    peer.createDataChannel('x')
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  }
  const inner = () => root.appendChild(made('iframe', {})).contentWindow
  // Case 1: what belongs to the page around it and to others.
  await attempt('cookie', () => document.cookie)
  await attempt('storage', () => localStorage.length)
  await attempt('database', () => new Promise((done, failed) => Object.assign(indexedDB.open('x'), { onsuccess: done, onerror: failed })))
  await attempt('parent', () => parent.document.title)
  await attempt('address', () => parent.location.href)
  await attempt('sibling', () => parent.frames[0].document.title)
  await attempt('top', () => { top.location = sink + 'top'; return top.location.href })
  // Case 2: every way out.
  await attempt('fetch', () => fetch(sink + 'fetch'))
  await attempt('request', () => new Promise((done, failed) => { const x = new XMLHttpRequest(); x.onload = done; x.onerror = failed; x.open('GET', sink + 'xhr'); x.send() }))
  await attempt('socket', () => opened(new WebSocket(sink.replace('http', 'ws') + 'socket')))
  await attempt('events', () => opened(new EventSource(sink + 'events')))
  await attempt('image', () => loaded(made('img', { src: sink + 'image' }), root))
  await attempt('script', () => loaded(made('script', { src: sink + 'script' }), root))
  await attempt('module', () => import(sink + 'module'))
  await attempt('style', () => loaded(made('link', { rel: 'stylesheet', href: sink + 'style' }), document.head))
  await attempt('popup', () => open(sink + 'popup').closed)
  await attempt('eval', () => eval('1 + 1'))
  await attempt('rtc', () => call(RTCPeerConnection))
  await attempt('rtcInside', () => call(inner().RTCPeerConnection))
  await attempt('worker', () => answered(new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))))
  for (const rel of ['prefetch', 'preload', 'dns-prefetch', 'preconnect']) document.head.append(made('link', { rel, as: 'image', href: sink + rel }))
  root.append(made('iframe', { src: sink + 'frame' }))
  root.append(made('iframe', { srcdoc: '<script>parent.postMessage(1, "*"); fetch("' + sink + 'srcdoc")</script>' }))
  root.append(made('object', { data: sink + 'object' }), made('embed', { src: sink + 'embed' }))
  root.insertAdjacentHTML('beforeend', '<style>@import url(' + sink + 'import); p { background: url(' + sink + 'background) }</style><p>x</p>')
  root.append(made('video', { src: sink + 'video', autoplay: true }))
  navigator.sendBeacon && navigator.sendBeacon(sink + 'beacon', 'x')
  const form = made('form', { action: sink + 'form', method: 'post' })
  root.append(form)
  try { form.submit() } catch {}
  root.append(made('a', { href: sink + 'ping', ping: sink + 'ping' }))
  root.lastChild.click()
  emit('report', told)
  document.head.append(Object.assign(made('meta', { content: '0;url=' + sink + 'refresh' }), { httpEquiv: 'refresh' }))
  location.href = sink + 'away'
}
export function quiet(root) { root.textContent = 'quiet' }`

test('a component cannot read data of others, and nothing leaves its frame', async () => {
  const { component_info } = await author.api.componentPackage.upload({
    space_id: spaceId,
    name: 'probe',
    version_name: '1.0.0',
    title: 'Probe',
    components: [
      { name: 'probe', title: 'Probe', events: ['report'] },
      { name: 'quiet', title: 'Quiet' },
    ],
    files: { 'index.js': probe },
  })
  const page = await visit({ cookie: author.cookie() })
  const [asked, failed, answered] = [new Set<string>(), new Set<string>(), new Set<string>()]
  page.context().on('request', (request) => asked.add(request.url()))
  page.context().on('requestfailed', (request) => failed.add(request.url()))
  page.context().on('response', (response) => answered.add(response.url()))
  await page.goto('/sign')
  const address = component_info.cdnHost
  const outcomes = await page.evaluate(
    ([url, values]) =>
      new Promise<Record<string, string>>((resolve) => {
        const frames = ['quiet', 'probe'].map((component) => {
          const frame = document.createElement('iframe')
          frame.setAttribute('sandbox', 'allow-scripts')
          frame.dataset['component'] = component
          frame.src = url
          document.body.append(frame)
          return frame
        })
        globalThis.addEventListener('message', ({ source }) => {
          const frame = frames.find(({ contentWindow }) => contentWindow === source)
          if (!frame) return
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', ({ data }: MessageEvent) => {
            if (data.type === 'event') resolve(data.value as Record<string, string>)
          })
          port1.start()
          frame.contentWindow!.postMessage({ type: 'begin' }, '*', [port2])
          port1.postMessage({ component: frame.dataset['component'], props: values })
        })
      }),
    [address, { sink, stun }] as const,
  )
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'refused')).toEqual([])
  expect(Object.keys(outcomes)).toHaveLength(20)
  // The page around blocks the navigation of the frame to another site.
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
  expect(new URL(page.url()).origin).toBe(studio.address)
  expect(page.context().pages()).toHaveLength(1)
  expect(externalRequests).toEqual([])
  // Every request to another site failed in the browser, and only our server answered anything.
  const isForeign = (url: string) => /^(https?|wss?|ftp):/.test(url) && !url.startsWith(`${studio.address}/`)
  await expect.poll(() => [...asked].filter((url) => isForeign(url) && !failed.has(url))).toEqual([])
  expect([...answered].filter(isForeign)).toEqual([])
  // Proves that the listeners work: they saw the frame and the page around it.
  expect([...answered]).toContain(new URL(address, studio.address).href)

  // Opened directly, the frame has no component code, so it cannot be used to mislead people.
  const alone = await page.goto(address)
  expect(await alone!.text()).not.toContain('ownComponents')
  expect(externalRequests).toEqual([])
})
