import path from 'node:path'
import type { ParseResult } from 'rolldown/utils'

export interface Import {
  file: string
  line: number
  /** The path of the file from the root of the repository, or the name of an external package. */
  target: string
  /** `lazy` is `import()`: it loads a value, but not during module evaluation. */
  kind: 'type' | 'value' | 'lazy'
  /** Exported name by local name; empty for `import()`, re-exports and imports for side effects. */
  names: Map<string, string>
}

/** `./x` is relative to the file, `#x` to the `src` folder of its package; everything else is an external package. */
function resolveImport(file: string, request: string): string {
  if (request.startsWith('.')) return path.posix.join(path.posix.dirname(file), request)
  const source = /^\w+\/[\w-]+\/src\//.exec(file)?.[0]
  return request.startsWith('#') && source ? `${source}${request.slice(1)}` : request
}

export function importsOf(file: string, text: string, { module }: ParseResult): Import[] {
  const toImport = (start: number, request: string, kind: Import['kind'], names = new Map<string, string>()) => ({
    file,
    line: lineAt(text, start),
    target: resolveImport(file, request),
    kind,
    names,
  })
  const isTypeOnly = (start: number, entries: { isType: boolean }[]) =>
    /^(import|export)\s+type\b/.test(text.slice(start, start + 20)) ||
    (entries.length > 0 && entries.every((entry) => entry.isType))

  const imports = module.staticImports.map(({ start, moduleRequest, entries }) => {
    const names = new Map(entries.map(({ localName, importName }) => [localName.value, importName.name ?? '*']))
    return toImport(start, moduleRequest.value, isTypeOnly(start, entries) ? 'type' : 'value', names)
  })
  const reExports = module.staticExports.flatMap(({ start, entries }) => {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest?.value
    return request ? [toImport(start, request, isTypeOnly(start, entries) ? 'type' : 'value')] : []
  })
  const lazy = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const request = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    return request ? [toImport(start, request, 'lazy')] : []
  })
  return [...imports, ...reExports, ...lazy]
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
