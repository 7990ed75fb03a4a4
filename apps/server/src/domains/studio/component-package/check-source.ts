import type { OwnComponent } from '@orrery/contract'
import { PACKAGE_LIMITS } from '@orrery/contract/shared/interface-limits'
import { packageErrors } from './component-package.errors.ts'

const pathRule = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\.(tsx?|jsx?|json)$/
const entries = ['index.ts', 'index.tsx', 'index.js', 'index.jsx']

/** The entry of a set of source files. Throws an error that names the first invalid file. */
export function checkFiles(files: Record<string, string>): string {
  const names = Object.keys(files)
  const limits = { max: PACKAGE_LIMITS.files, mb: PACKAGE_LIMITS.bytes / 2 ** 20 }
  const bad = names.find((name) => !pathRule.test(name) || name.endsWith('.d.ts'))
  if (bad !== undefined) throw packageErrors.badFile({ name: bad.slice(0, 80), ...limits })
  const bytes = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (names.length > PACKAGE_LIMITS.files || bytes > PACKAGE_LIMITS.bytes)
    throw packageErrors.badFile({ name: names.at(-1) ?? '', ...limits })
  const entry = entries.find((name) => Object.hasOwn(files, name))
  if (!entry) throw packageErrors.noEntry()
  return entry
}
export function checkComponents(components: readonly OwnComponent[]) {
  const seen = new Set<string>()
  for (const { name, props } of components)
    for (const key of [name, ...props.map((prop) => `${name}.${prop.name}`)]) {
      if (seen.has(key)) throw packageErrors.doubleName({ name: key })
      seen.add(key)
    }
}
