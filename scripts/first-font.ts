import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'

/**
 * Writes the subset of Inter that English text needs, in the weights that the styles use. It is less than half the size
 * of the file with all Latin letters, which is fetched only when such letters occur. Run it after an update of the
 * font.
 */
const root = path.resolve(import.meta.dirname, '..')
const source = createRequire(path.join(root, 'apps/web/package.json')).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('')
const signs = '\u00a0·×–—‘’“”…'
const subset = await subsetFont(readFileSync(source), ascii + signs, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
})
writeFileSync(path.join(root, 'apps/web/src/styles/inter-english.woff2'), subset)
