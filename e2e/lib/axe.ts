import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules whose findings are at most moderate: they would be dropped, and take a fifth of the time. */
const lesser = ['region', 'landmark-unique', 'heading-order', 'aria-allowed-role', 'identical-links-same-purpose']

/** The small build: each page that is loaded has to read it. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Frames of other origins, too, tell the page what they found. */
const answerAnyOrigin = "axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })"

interface Scope {
  /** A selector; the whole page without it. */
  part?: string
  /** Only these rules, whatever weight they have. */
  rules?: string[]
  /** Count as well, whatever weight they have. */
  also?: string[]
}

/** Accessibility violations of a page and its frames that are serious or critical. Axe stays in the page for the next check. */
export async function seriousFaults(page: Page, { part, rules, also = [] }: Scope = {}): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(`${source}; ${answerAnyOrigin}`)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : { rules: Object.fromEntries(lesser.map((id) => [id, { enabled: also.includes(id) }])) }),
  }
  const violations = await page.evaluate(
    async ([scope, how]) => (await globalThis.axe.run(scope ?? document, how)).violations,
    [part, options] as const,
  )
  return violations
    .filter(({ id, impact }) => (rules ?? also).includes(id) || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

declare global {
  var axe: { run: (scope: string | Document, options: axe.RunOptions) => Promise<axe.AxeResults> }
}
