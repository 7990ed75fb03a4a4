import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'
import { startOrrery, startProcess } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const ports = { orrery: 8977, model: 8978 }
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const COLUMNS = 4
const TOKENS = 1200

/** Measures four answers that stream side by side in the workbench, in a real Chromium. */
export async function benchPromptColumns() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const model = await startProcess(['bench/lib/floor-model.ts'], ports.model, { TOKENS: String(TOKENS), GAP_MS: '5' })
  const orrery = await startOrrery(dataDir, ports.orrery, { EGRESS_ALLOW: `127.0.0.1:${ports.model}` })
  const browser = await chromium.launch({ executablePath: findChromium(), args: flags })
  try {
    const studio = await signUp(orrery.url)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: orrery.url })
    await context.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.setItem('orrery.language', '"en"')
    })
    const [name, value] = studio.cookie().split('=') as [string, string]
    await context.addCookies([{ name, value, url: orrery.url }])
    const page = await context.newPage()
    await page.goto(await newPrompt(studio))
    const add = page.getByRole('button', { name: 'Add column', exact: true })
    for (let n = 1; n < COLUMNS; n += 1) await add.click()
    const { frames, work } = await watched(page, async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      // Polls rarely and by selector: a query by role would scan the whole page during the measured frames.
      const isComplete = (count: number) =>
        document.querySelectorAll('article a[href*="/observe/traces/"]').length === count
      await page.waitForFunction(isComplete, COLUMNS, { polling: 250, timeout: 60_000 })
    })
    const [longest, most] = [Math.max(0, ...frames), Math.max(0, ...work)]
    const over = (all: number[]) => all.filter((ms) => ms > 50).length
    const goal = (all: number[], what: string) => `goal: none over 50 ms; ${over(all)} of ${all.length} were; ${what}`
    const own = goal(work, 'CPU time of the thread that draws')
    report('4 columns stream: longest frame, its work', `${most.toFixed(1)} ms`, '–', undefined, own)
    const clock = goal(frames, 'others on the machine count too')
    report('  by the clock', `${longest.toFixed(1)} ms`, '–', undefined, clock)
  } finally {
    await browser.close()
    await Promise.all([orrery.stop(), model.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function newPrompt(studio: Studio): Promise<string> {
  const base_url = `http://127.0.0.1:${ports.model}/v1`
  const connection = { kind: 'openai-compatible', name: 'Bench', base_url }
  const { id: provider_id } = await studio.call<{ id: string }>('/api/instance/model/provider/create', connection)
  const { id } = await studio.call<{ id: string }>('/api/instance/model/create', { provider_id, name: 'B', model: 'm' })
  const { prompt_id } = await studio.flat<{ prompt_id: string }>('/api/devops/prompt_platform/v1/prompt/create', {
    space_id: studio.spaceId,
    display_name: 'Columns',
    prompt_key: 'columns',
    prompt_text: { message_list: [{ message_type: 1, content: 'Say many words.' }] },
    model_config: { id },
  })
  return `/space/${studio.spaceId}/prompts/${prompt_id}`
}

/**
 * Measures each frame from its start until after its paint: by the clock, and by the CPU time of the page's main
 * thread, which tracing records at each mark.
 */
async function watched(page: Page, act: () => Promise<void>): Promise<{ frames: number[]; work: number[] }> {
  const browser = await page.context().newCDPSession(page)
  const marks: Mark[] = []
  browser.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as Mark[])
      if (event.name === 'begun' || event.name === 'drawn') marks.push(event)
  })
  await browser.send('Tracing.start', { traceConfig: { includedCategories: ['blink.user_timing'] } })
  await page.evaluate(() => {
    let isRecording = true
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => void performance.mark('drawn'))
    channel.port1.start()
    const next = () => {
      if (!isRecording) return
      performance.mark('begun')
      channel.port2.postMessage(0)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { benchEnd: () => (isRecording = false) })
  })
  await act()
  await page.evaluate(() => (window as unknown as { benchEnd: () => void }).benchEnd())
  const ended = new Promise<void>((resolve) => browser.once('Tracing.tracingComplete', () => resolve()))
  await browser.send('Tracing.end')
  await ended
  marks.sort((a, b) => a.ts - b.ts)
  const pairs = marks.flatMap((mark, at) => {
    const next = marks[at + 1]
    return mark.name === 'begun' && next?.name === 'drawn' ? [[mark, next] as const] : []
  })
  if (!pairs.length || pairs.some(([{ tts }]) => tts === undefined)) throw new Error('The browser noted no times')
  return {
    frames: pairs.map(([from, to]) => (to.ts - from.ts) / 1000),
    work: pairs.map(([from, to]) => (to.tts! - from.tts!) / 1000),
  }
}
/** Times in µs: `ts` by the clock, `tts` as CPU time of the thread. */
interface Mark {
  name: string
  ts: number
  tts?: number
}
