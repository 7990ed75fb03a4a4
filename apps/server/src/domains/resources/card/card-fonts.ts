import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Letters that the plain fonts of a machine have; everything else may need any of its fonts. */
const plain = /^[\p{Script=Latin}\p{Script=Han}\p{N}\p{P}\p{Zs}\p{Sc}\p{Sm}\s]*$/u

async function fileFor(pattern: string): Promise<string> {
  const { stdout } = await run('fc-match', ['-f', '%{file}', pattern], { timeout: 5000 })
  return stdout.trim()
}
let found: Promise<{ sans: string[]; cjk: string } | undefined> | undefined
/** Looked for once. A machine without fontconfig loads all of its fonts each time. */
const plainFonts = () =>
  (found ??= Promise.all([fileFor('sans-serif'), fileFor('sans-serif:bold'), fileFor('sans-serif:lang=zh-cn')]).then(
    ([regular, bold, cjk]) => ({ sans: [regular, bold], cjk }),
    () => undefined,
  ))

/** The fonts that a drawing needs. Loading all of them takes longer than drawing. */
export async function fontsFor(svg: string, needsCjk: boolean) {
  const fonts = plain.test(svg.replaceAll(/<[^>]*>/g, '')) ? await plainFonts() : undefined
  if (!fonts) return { loadSystemFonts: true }
  return { loadSystemFonts: false, fontFiles: needsCjk ? [...fonts.sans, fonts.cjk] : fonts.sans }
}
