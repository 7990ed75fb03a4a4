import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'
import { startOrrery } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const rounds = 5

interface Goal {
  requests?: number
  kilobytes?: number
}
interface Load {
  requests: number
  bytes: number
  first: number
  content: number
}
interface Loads extends Load {
  /** The first contentful paint of the empty page, loaded beside each of these. */
  floor: number
}
interface Place {
  name: string
  address: string
  /** A selector for something that belongs to the page itself rather than to its frame. */
  content: string
  goal: Goal
}

const empty: Place = { name: 'empty', address: '/healthz', content: 'body', goal: {} }

/** Measures the first visit to the main pages. The floor is a page of the same server with one line of text. */
export async function benchPages() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const orrery = await startOrrery(dataDir, 8936)
  const browser = await chromium.launch({ executablePath: findChromium(), args: flags })
  try {
    const open = (cookies: Cookies = []) => openPage(browser, orrery.url, cookies)
    const { page, close } = await open()
    await page.goto('/sign')
    const { space, bot, workflow } = await page.evaluate(fill)
    const cookies = await page.context().cookies()
    await close()
    const at = (rest: string) => `/space/${space}/${rest}`
    const places: Place[] = [
      { name: 'develop', address: at('develop'), content: 'h2 a', goal: { requests: 60, kilobytes: 400 } },
      { name: 'library', address: at('library'), content: 'tbody tr[tabindex]', goal: {} },
      { name: 'members', address: at('members'), content: 'main h2', goal: {} },
      { name: 'explore', address: '/explore/plugin', content: 'h2', goal: {} },
      { name: 'bot', address: at(`bot/${bot}`), content: '.cm-content, [contenteditable]', goal: {} },
      {
        name: 'workflow',
        address: `/work_flow?space_id=${space}&workflow_id=${workflow}`,
        content: '.react-flow__node',
        goal: {},
      },
    ]
    const sign: Place = {
      name: 'sign-in',
      address: '/sign',
      content: 'form input',
      goal: { requests: 40, kilobytes: 250 },
    }
    tell(sign, await loads(open, sign))
    for (const place of places) tell(place, await loads(open, place, cookies))
    for (const place of [sign, places[0]!]) {
      const far = await loads(open, place, place === sign ? [] : cookies, 100)
      report(`${place.name}, 100 ms away: content`, ms(far.content), '', undefined, 'goal: at most 2,000 ms')
    }
    await measureNavigation(open, cookies, at)
  } finally {
    await browser.close()
    await orrery.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
type Opened = Awaited<ReturnType<typeof openPage>>
const ms = (value: number) => `${value.toFixed(0)} ms`

function tell({ name, goal }: Place, load: Loads) {
  const goals = [
    goal.requests && `at most ${goal.requests} requests`,
    goal.kilobytes && `${goal.kilobytes} kB`,
    'first content at most 2x',
  ]
  report(`${name}: requests`, String(load.requests), '', undefined, goals.filter(Boolean).join(', '))
  report(`${name}: bytes`, `${(load.bytes / 1000).toFixed(0)} kB`, '', undefined, '')
  report(`${name}: first content`, ms(load.first), ms(load.floor), load.first / load.floor, '')
  report(`${name}: content`, ms(load.content), '', undefined, '')
}

/** Opens a window with an empty cache, which counts its requests. */
async function openPage(browser: Browser, url: string, cookies: Cookies) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })
  await context.addCookies(cookies)
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('orrery.language', '"en"')
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const counted = { requests: 0, bytes: 0 }
  session.on(
    'Network.requestWillBeSent',
    ({ request }) => void (request.url.startsWith('http') && (counted.requests += 1)),
  )
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (counted.bytes += encodedDataLength))
  return { page, session, counted, close: () => context.close() }
}

/** Alternates the page with the floor, because the speed of a machine may double within a minute. */
async function loads(open: (cookies: Cookies) => Promise<Opened>, place: Place, cookies: Cookies = [], latency = 0) {
  const all: Loads[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { first: floor } = await load(await open([]), empty, latency)
    all.push({ ...(await load(await open(cookies), place, latency)), floor })
  }
  const of = (key: keyof Loads) => median(all.map((one) => one[key]))
  return {
    requests: of('requests'),
    bytes: of('bytes'),
    first: of('first'),
    content: of('content'),
    floor: of('floor'),
  }
}

async function load({ page, session, counted, close }: Opened, place: Place, latency: number): Promise<Load> {
  if (latency)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: (10 * 1024 * 1024) / 8,
      uploadThroughput: (10 * 1024 * 1024) / 8,
    })
  await page.goto(place.address, { waitUntil: 'commit' })
  const content = await page
    .waitForFunction(
      (wanted) => (document.querySelector(wanted)?.checkVisibility() ? performance.now() : false),
      place.content,
      { polling: 'raf', timeout: 60_000 },
    )
    .then((shown) => shown.jsonValue() as Promise<number>)
  await untilQuiet(page, counted)
  const first = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await close()
  return { ...counted, first, content }
}

/** Waits for half a second without requests. `networkidle` does not work with an open event stream. */
async function untilQuiet(page: Page, counted: { requests: number }): Promise<void> {
  for (let before = -1; before !== counted.requests; await page.waitForTimeout(500)) before = counted.requests
}

/** Measures navigation inside the app, from the click to the content, after each page was visited once. */
async function measureNavigation(
  open: (cookies: Cookies) => Promise<Opened>,
  cookies: Cookies,
  at: (rest: string) => string,
) {
  const { page, counted, close } = await open(cookies)
  await page.goto(at('develop'))
  // The app must be running to notice a change of the address.
  await page.locator('h2 a').first().waitFor()
  const stops = [
    { href: at('library'), content: 'tbody tr[tabindex]' },
    { href: at('members'), content: 'main h2' },
    { href: at('develop'), content: 'h2 a' },
  ]
  const took: number[] = []
  for (let round = 0; round <= rounds; round += 1)
    for (const { href, content } of stops) {
      const time = await page.evaluate(move, { href, content })
      // The first round loads the code.
      if (round > 0) took.push(time)
      await untilQuiet(page, counted)
    }
  report('from page to page in the app, median', ms(median(took)), '', undefined, 'goal: at most 150 ms')
  await close()
}

/** Navigates like a link and waits until the content is painted. Runs in the page. */
async function move({ href, content }: { href: string; content: string }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const from = performance.now()
  history.pushState({}, '', href)
  do await frame()
  while (location.pathname !== href || !document.querySelector(content)?.checkVisibility())
  await frame()
  return performance.now() - from
}

/** Creates an account with some bots and a workflow. Runs in the page. */
async function fill() {
  const call = async <T>(address: string, body: object): Promise<T> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { code: number; msg: string; data: T }
    if (answer.code !== 0) throw new Error(`${address}: ${answer.msg}`)
    return answer.data
  }
  await call('/api/passport/web/email/register/v2/', { email: 'pages@example.test', password: 'correct horse 7' })
  const spaces = await call<{ bot_space_list: { id: string }[] }>('/api/playground_api/space/list', {})
  const space = spaces.bot_space_list[0]!.id
  let bot = ''
  for (let count = 1; count <= 12; count += 1)
    bot = (await call<{ bot_id: string }>('/api/draftbot/create', { space_id: space, name: `Helper ${count}` })).bot_id
  const { workflow_id: workflow } = await call<{ workflow_id: string }>('/api/workflow_api/create', {
    name: 'Refunds',
    desc: '',
    space_id: space,
  })
  return { space, bot, workflow }
}
