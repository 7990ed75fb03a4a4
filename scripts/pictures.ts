import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findChromium } from './chromium.ts'

/** `npm run pictures`: takes the pictures of the user guide again, in both languages. Look at them before they are committed. */
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/.bin/vitest')
const { status } = spawnSync(vitest, ['run', '--project', 'e2e', 'pictures'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PICTURES: '1', CHROME_PATH: findChromium() },
})
process.exit(status ?? 1)
