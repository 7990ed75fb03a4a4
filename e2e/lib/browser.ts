import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: what the last of its compilers costs is not earned back, a tenth of the browser's work.
  '--js-flags=--no-turbofan',
]

let running: Promise<Browser> | undefined

/** One browser serves all files of a worker, and ends with it: each person has a context of their own in it. */
export async function openBrowser(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = chromium.launch({ executablePath: findChromium(), args: flags })
  return running!
}

/** After a file: nothing of it stays open. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
