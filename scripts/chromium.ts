import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The headless build comes first, because it renders the same with a tenth less work. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath(): string | undefined {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter))
    for (const name of names)
      try {
        accessSync(path.join(dir, name), constants.X_OK)
        return path.join(dir, name)
      } catch {
        continue
      }
  return undefined
}

/** Finds Chromium for the browser tests: from CHROME_PATH, on the PATH, or from Debian, installed if possible. */
export function findChromium(): string {
  const known = process.env.CHROME_PATH || onPath()
  if (known) return known
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    process.stdout.write('Installing Chromium for the browser tests…\n')
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-q'], quiet)
    for (const browser of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-yq', browser, 'fonts-noto-cjk'], quiet)
      const installed = onPath()
      if (installed) return installed
    }
  }
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROME_PATH.\n',
  )
  process.exit(1)
}
