import type { Frame, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A page of code that bypasses its kit: it captures the port and posts arbitrary messages. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})

const source = `import { useBinding } from '@orrery/component'
export default function App() {
  const orders = useBinding('orders', ['insert'])
  return <main><h2>Harmless</h2><p>{(orders.data ?? []).length} orders</p></main>
}`
/** Runs before the script of the frame and captures every port that the frame gets. */
const spy = `(() => {
  if (!location.pathname.startsWith('/component-frame/')) return
  globalThis.heard = []
  globalThis.ports = []
  addEventListener('message', ({ ports: [port], source, data }) => {
    globalThis.heard.push({ outside: source === parent, data })
    if (!port) return
    globalThis.ports.push(port)
    port.addEventListener('message', ({ data: said }) => globalThis.heard.push({ port: ports.length, data: said }))
    port.start()
  })
})()`
interface Spying {
  heard: { port?: number; data: { answered?: unknown; error?: string; value?: unknown; states?: object } }[]
  ports: MessagePort[]
}

test('a page of code gets no access that its text does not declare, no matter what it posts', async () => {
  const owner = await studio.register('author')
  const { id: spaceId } = await owner.api.space.create({ name: 'Team' })
  const project = await drawProject(owner, spaceId, 'Shop')
  const pay = await project.flow('pay', greeting('Paid {{String1}}'))
  const orders = await project.table(studio, 'orders', ['city'])
  const salaries = await project.table(studio, 'salaries', ['amount'])
  const table = (target: string) =>
    ({ kind: 'table', target, size: 20, sort: '', descending: false, search: '' }) as const
  await project.draw({
    sources: {
      orders: table(orders),
      salaries: table(salaries),
      pay: { kind: 'workflow', target: pay, inputs: { input: 'everybody' }, auto: false },
    },
    pages: { shop: { title: 'Shop', order: 'z', load: [], files: { 'App.tsx': source } } },
    nodes: [
      {
        type: 'button',
        name: 'go',
        props: { label: 'To the shop' },
        events: { click: [{ type: 'go', page: 'shop' }] },
      },
      // Another page of the same interface reads and deletes these rows; the page of code must not.
      { type: 'table', name: 'list', props: { source: 'salaries', deletes: true } },
      {
        type: 'button',
        name: 'payNow',
        props: { label: 'Pay' },
        events: { click: [{ type: 'run', source: 'pay' }] },
      },
    ],
  })
  const guest = await visit()
  await guest.addInitScript({ content: spy })
  const faults: string[] = []
  guest.on('pageerror', ({ message }) => {
    // Ignores the script that sets the language for tests, because a frame has no storage.
    if (!message.includes('localStorage')) faults.push(message)
  })
  const asked: string[] = []
  guest.on('request', (request) => {
    if (/app_visit\/(rows|run|call|stream)/.test(request.url()))
      asked.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await guest.goto(await project.publish('v1.0.0'))
  await guest.getByRole('button', { name: 'To the shop' }).click()
  await guest.frameLocator('iframe[title="Shop"]').getByRole('heading', { name: 'Harmless' }).waitFor()
  const frameOf = () => guest.frames().find((one) => one.url().includes('/component-frame/'))!
  const before = asked.length

  const said = await postCalls(frameOf(), [
    ['salaries', 'load', {}],
    ['salaries', 'insert', { values: { amount: '1' } }],
    ['salaries', 'remove', { row: '1' }],
    ['pay', 'run', { inputs: { input: 'me' } }],
    ['orders', 'remove', { row: '1' }],
    ['orders', 'constructor', {}],
    ['__proto__', 'load', {}],
    ['nowhere', 'run', {}],
  ])
  expect(said.map(({ error }) => error)).toEqual(
    Array.from({ length: 8 }, () => expect.stringContaining('does not declare')),
  )
  expect(asked.slice(before)).toEqual([])
  // The frame also gets no states of other sources.
  const states = await frameOf().evaluate(() =>
    (globalThis as unknown as Spying).heard.flatMap(({ data }) => Object.keys(data.states ?? {})),
  )
  expect(new Set(states)).toEqual(new Set(['orders']))

  // Malformed messages and forged ids get no answer and do not break the page around.
  await frameOf().evaluate(() => {
    const { ports } = globalThis as unknown as Spying
    const port = ports.at(-1)!
    const circle: Record<string, unknown> = { type: 'call' }
    circle['args'] = circle
    for (const word of [
      null,
      1,
      'call',
      [],
      circle,
      { type: 'call', id: { a: 1 }, name: 'orders', act: 'load' },
      { type: 'event', name: 'x', value: 1n },
      { type: 'size', height: { valueOf: 1 } },
      { type: '__proto__' },
    ])
      port.postMessage(word)
    port.postMessage({ type: 'call', id: 'x'.repeat(2_000_000), name: 'orders', act: 'load', args: {} })
    port.postMessage({ answered: 1, value: 'forged' })
  })
  const [own] = await postCalls(frameOf(), [['orders', 'insert', { values: { city: 'Lima' } }]])
  expect(own).toEqual({ answered: expect.any(Number) })
  await guest.frameLocator('iframe[title="Shop"]').getByText('1 orders').waitFor()
  const odd = await frameOf().evaluate(() =>
    (globalThis as unknown as Spying).heard.filter(
      ({ data }) => data.answered !== undefined && typeof data.answered !== 'number',
    ),
  )
  expect(odd).toEqual([])

  // The page around ignores a nested frame, and messages that the frame sends without its port.
  const others = await frameOf().evaluate(async () => {
    const inner = document.createElement('iframe')
    inner.srcdoc = ''
    await new Promise((loaded) => {
      inner.addEventListener('load', loaded)
      document.body.append(inner)
    })
    const { heard, ports } = globalThis as unknown as Spying
    const given = ports.length
    top!.postMessage({ type: 'call', id: 7001, name: 'orders', act: 'load', args: {} }, '*')
    top!.postMessage({ type: 'begin' }, '*', [new MessageChannel().port2])
    return { given, count: heard.length }
  })
  expect(others.given).toBe(1)
  const [after] = await postCalls(frameOf(), [['orders', 'load', {}]])
  expect(after!.error).toBeUndefined()
  expect(
    await frameOf().evaluate(() => (globalThis as unknown as Spying).heard.some(({ data }) => data.answered === 7001)),
  ).toBe(false)

  // A flood of messages is cut off, and the page around still answers afterwards.
  const floodFrom = asked.length
  await frameOf().evaluate(() => {
    const port = (globalThis as unknown as Spying).ports.at(-1)!
    for (let id = 10_000; id < 15_000; id += 1)
      port.postMessage({ type: 'call', id, name: 'orders', act: 'load', args: {} })
    for (let n = 0; n < 500; n += 1) parent.postMessage({ type: 'component-ready' }, '*')
  })
  await expect
    .poll(() => postCalls(frameOf(), [['orders', 'load', {}]], 2000).then(([answer]) => answer?.error ?? 'ok'))
    .toBe('ok')
  expect(asked.length - floodFrom).toBeLessThan(1000)
  expect(await frameOf().evaluate(() => (globalThis as unknown as Spying).ports.length)).toBeLessThan(50)
  await guest.frameLocator('iframe[title="Shop"]').getByText('1 orders').waitFor()
  expect(faults).toEqual([])
})

/** Posts calls directly through the newest port and returns the answers; an error for a call without one in time. */
function postCalls(frame: Frame, calls: [name: string, act: string, args: object][], withinMs = 30_000) {
  return frame.evaluate(
    ([list, ms]) =>
      Promise.all(
        list.map(([name, act, args]) => {
          const port = (globalThis as unknown as Spying).ports.at(-1)!
          const id = Math.floor(Math.random() * 1e9) + 1e6
          return new Promise<Spying['heard'][0]['data']>((resolve) => {
            const hear = ({ data }: MessageEvent) => {
              if ((data as { answered?: number }).answered !== id) return
              port.removeEventListener('message', hear)
              resolve(data as Spying['heard'][0]['data'])
            }
            port.addEventListener('message', hear)
            port.postMessage({ type: 'call', id, name, act, args })
            setTimeout(() => resolve({ error: 'not answered' }), ms)
          })
        }),
      ),
    [calls, withinMs] as const,
  )
}
