import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules with findings that are at most moderate. They would be filtered out, but take a fifth of the time. */
const moderateRules = [
  'region',
  'landmark-unique',
  'heading-order',
  'aria-allowed-role',
  'identical-links-same-purpose',
]

/** The minified build, because every loaded page has to parse it. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Lets frames of other origins report their results to the page. */
const answerAnyOrigin = "axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })"

interface Scope {
  /** A CSS selector; without it, the whole page is checked. */
  part?: string
  /** Runs only these rules, and reports their findings of any severity. */
  rules?: string[]
  /** Reports the findings of these rules too, of any severity. */
  also?: string[]
}

/** The serious and critical accessibility violations of a page and its frames. Axe stays loaded for the next check. */
export async function seriousFaults(page: Page, { part, rules, also = [] }: Scope = {}): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(`${source}; ${answerAnyOrigin}`)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : { rules: Object.fromEntries(moderateRules.map((id) => [id, { enabled: also.includes(id) }])) }),
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
