import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findChromium } from './chromium.ts'

/** `npm run pictures`: retakes the pictures of the user guide in both languages. Check them before you commit them. */
const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules/.bin/vitest')
const { status } = spawnSync(vitest, ['run', '--project', 'e2e', 'pictures'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PICTURES: '1', CHROME_PATH: findChromium() },
})
process.exit(status ?? 1)
