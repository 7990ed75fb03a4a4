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
  // Pages live for seconds, too short for the optimising compiler to pay off: this saves a tenth of the browser's work.
  '--js-flags=--no-turbofan',
]

let running: Promise<Browser> | undefined

/** One browser serves all files of a worker and ends with it. Each person has a separate context in it. */
export async function openBrowser(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = chromium.launch({ executablePath: findChromium(), args: flags })
  return running!
}

/** Runs after each file, so that none of its windows stay open. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
