import { type ApiParameter, ParameterLocation } from '@orrery/contract'
import { pluginErrors } from './plugin.errors.ts'

/** A name that every model provider accepts for a tool. */
export function checkToolName(name: string): void {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(name)) throw pluginErrors.badToolName()
}

/** A path lies below the address of the plugin: it cannot name another host or climb up. */
export function checkPath(path: string, request: readonly ApiParameter[], isCode: boolean): void {
  if (isCode && path === '') return
  if (
    !path.startsWith('/') ||
    path.startsWith('//') ||
    /[\s\\#?]/.test(path) ||
    path.split('/').some((part) => part === '..' || part === '.')
  )
    throw pluginErrors.badPath()
  const placed = new Set(request.filter((one) => one.location === ParameterLocation.path).map((one) => one.name))
  for (const [, name] of path.matchAll(/\{([^}]*)\}/g))
    if (!placed.has(name!)) throw pluginErrors.pathMissing({ name: name! })
}

/** Names are there, and differ within their place. */
export function checkParameters(field: string, params: readonly ApiParameter[]): void {
  const seen = new Set<string>()
  for (const one of params) {
    if (!one.name.trim()) throw pluginErrors.emptyParameter({ field })
    const key = `${one.location ?? 0} ${one.name}`
    if (seen.has(key)) throw pluginErrors.sameParameter({ field, name: one.name })
    seen.add(key)
    checkParameters(field, one.sub_parameters)
  }
}

/** Parameters that the path names and nobody has declared. */
export function withPathParameters(
  path: string,
  request: ApiParameter[],
  make: (name: string) => ApiParameter,
): ApiParameter[] {
  const placed = new Set(request.filter((one) => one.location === ParameterLocation.path).map((one) => one.name))
  const missing = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!).filter((name) => !placed.has(name))
  return [...missing.map(make), ...request]
}
