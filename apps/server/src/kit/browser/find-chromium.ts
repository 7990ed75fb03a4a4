import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The headless build comes first: it draws the same with a tenth less CPU time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
/** The configured program, or the first on the PATH. */
export function findChromium(set: string | undefined): string | undefined {
  if (set) return isProgram(set) ? set : undefined
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram)
}
