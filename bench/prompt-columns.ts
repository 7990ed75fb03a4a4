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

/** Four answers that stream side by side in the workbench, in a real Chromium. */
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
    const { tasks, frames } = await watched(page, async () => {
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      for (let n = 1; n <= COLUMNS; n += 1)
        await page
          .getByRole('article', { name: `Answer ${n}` })
          .getByRole('link', { name: 'Open trace' })
          .waitFor()
    })
    const longest = Math.max(0, ...frames)
    const over = frames.filter((ms) => ms > 50).length
    report(
      '4 columns stream: longest frame',
      `${longest.toFixed(1)} ms`,
      `${frames.length} drawn`,
      undefined,
      'goal: none over 50 ms',
    )
    report('  frames over 50 ms', String(over), '0', undefined, `goal: none; long tasks of the page: ${tasks.length}`)
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

/** How long the page worked from the beginning of each frame to after its paint, and tasks that held it up. */
async function watched(page: Page, act: () => Promise<void>): Promise<{ tasks: number[]; frames: number[] }> {
  await page.evaluate(() => {
    const [tasks, frames]: [number[], number[]] = [[], []]
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    let goesOn = true
    const channel = new MessageChannel()
    let from = 0
    channel.port1.addEventListener('message', () => void frames.push(performance.now() - from))
    channel.port1.start()
    const next = () => {
      if (!goesOn) return
      from = performance.now()
      channel.port2.postMessage(0)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { benchEnd: () => ((goesOn = false), { tasks, frames }) })
  })
  await act()
  type Ended = { benchEnd: () => { tasks: number[]; frames: number[] } }
  return page.evaluate(() => (window as unknown as Ended).benchEnd())
}
