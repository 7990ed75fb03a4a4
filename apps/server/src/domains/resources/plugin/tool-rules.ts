import { type ApiParameter, ParameterLocation } from '@orrery/contract'
import { pluginErrors } from './plugin.errors.ts'
import type { ToolRow } from './plugin.table.ts'

/** A name that every model provider accepts for a tool. */
export function checkToolName(name: string): void {
  if (!/^[A-Za-z][\w-]{0,63}$/.test(name)) throw pluginErrors.badToolName()
}

/** A path is relative to the address of the plugin: it must not name another host or go up. */
export function checkPath(path: string, request: readonly ApiParameter[], isCode: boolean): void {
  if (isCode && path === '') return
  if (
    !path.startsWith('/') ||
    path.startsWith('//') ||
    /[\s\\#?]/.test(path) ||
    path.split('/').some((part) => part === '..' || part === '.')
  )
    throw pluginErrors.badPath()
  const placed = new Set(request.filter((item) => item.location === ParameterLocation.path).map((item) => item.name))
  for (const [, name] of path.matchAll(/\{([^}]*)\}/g))
    if (!placed.has(name!)) throw pluginErrors.pathMissing({ name: name! })
}

/** Parameters must have names, unique within their location. */
export function checkParameters(field: string, params: readonly ApiParameter[]): void {
  const seen = new Set<string>()
  for (const param of params) {
    if (!param.name.trim()) throw pluginErrors.emptyParameter({ field })
    const key = `${param.location ?? 0} ${param.name}`
    if (seen.has(key)) throw pluginErrors.sameParameter({ field, name: param.name })
    seen.add(key)
    checkParameters(field, param.sub_parameters)
  }
}

/** Adds parameters for path variables that are not declared. */
export function withPathParameters(
  path: string,
  request: ApiParameter[],
  make: (name: string) => ApiParameter,
): ApiParameter[] {
  const placed = new Set(request.filter((item) => item.location === ParameterLocation.path).map((item) => item.name))
  const missing = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!).filter((name) => !placed.has(name))
  return [...missing.map(make), ...request]
}

/** What a call sends: parameters without their ids and descriptions. */
const sentOf = (request: readonly ApiParameter[]): unknown[] =>
  request.map((one) => [
    one.name,
    one.type,
    one.sub_type,
    one.location,
    one.is_required,
    one.global_default,
    one.global_disable,
    one.local_default,
    one.local_disable,
    one.default_param_source,
    one.variable_ref,
    sentOf(one.sub_parameters),
  ])
const callOf = ({ path, method, code, functionName, request, extend }: ToolRow) =>
  JSON.stringify([
    path,
    method,
    code,
    functionName,
    extend.body_type,
    extend.auth_mode,
    extend.run_mode,
    sentOf(request),
  ])
/** The tool after a change. If its call changed, it must be tried again. */
export const withTrial = (before: ToolRow, after: ToolRow): ToolRow => ({
  ...after,
  debugged: before.debugged && callOf(before) === callOf(after),
})
