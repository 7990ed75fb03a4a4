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
]

/** One browser serves all tests of a file: each person has a context of their own in it. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: flags })
