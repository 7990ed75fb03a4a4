/** The location of a file, derived from its path: its package, and inside `domains/` its district, domain and role. */
export interface Place {
  /** `apps/server`, `packages/contract`, … */
  package: string
  district?: string
  /** `<district>/<domain>`; a contract domain may be a single file. */
  domain?: string
  role?: string
}

const domainPath = /^((?:apps|packages)\/[\w-]+)\/src\/domains\/([\w-]+)\/([\w-]+)/
const rolePath = /\.(routes|service|repo|table|errors|queries)\.tsx?$/

export function placeOf(file: string): Place {
  const role = rolePath.exec(file)?.[1]
  const match = domainPath.exec(file)
  if (!match) return { package: file.split('/').slice(0, 2).join('/'), role }
  return { package: match[1]!, district: match[2]!, domain: `${match[2]}/${match[3]}`, role }
}

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|\/testing\//.test(file)

/** Wiring connects all parts and may therefore import everything. */
export const isWiring = (file: string): boolean =>
  file === 'apps/server/src/app.ts' || file.startsWith('apps/server/src/wire/')
