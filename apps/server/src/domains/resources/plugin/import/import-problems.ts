import { ApiMethod, type ImportedTool } from '@orrery/contract'
import { type ToolDraft, toolsOf } from './document-tools.ts'
import { isObject, type Json, listOf, type Method, type OpenApi, textOf } from './openapi-types.ts'

type Problem = ImportedTool['problems'][number]
const places = new Set(['path', 'query', 'header'])

/** The tools that an import would create, each with the problems that a person should check. */
export const importedTools = (document: OpenApi): ImportedTool[] =>
  toolsOf(document).map((tool) => {
    const method = Object.entries(ApiMethod).find(([, number]) => number === tool.method)![0]
    const operation = document.paths[tool.path]?.[method.toLowerCase() as Method] ?? {}
    return {
      name: tool.name,
      desc: tool.description,
      method,
      path: tool.path,
      parameters: tool.request.length,
      problems: problemsOf(document, tool, operation),
    }
  })

function problemsOf(document: OpenApi, tool: ToolDraft, operation: Json): Problem[] {
  const given = textOf(operation.operationId)
  const broken = brokenReferences(document, operation)
  const parameters = listOf(operation.parameters).flatMap((item) => {
    const found = isObject(item) ? (typeof item.$ref === 'string' ? lookUp(document, item.$ref) : item) : undefined
    return isObject(found) ? [found] : []
  })
  const declared = new Set(
    parameters.filter((parameter) => parameter.in === 'path').map((parameter) => textOf(parameter.name)),
  )
  const inPath = [...tool.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!)
  const lost = parameters
    .filter((parameter) => textOf(parameter.name) && !places.has(textOf(parameter.in)))
    .map((parameter) => textOf(parameter.name))
  const say = (kind: Problem['kind'], about: readonly string[]) =>
    about.slice(0, 20).map((item) => ({ kind, about: item.slice(0, 200) }))
  return [
    ...say('renamed', given === tool.name ? [] : [given || tool.name]),
    ...say('noDescription', tool.description ? [] : [tool.name]),
    ...say(
      'pathParameter',
      inPath.filter((name) => !declared.has(name)),
    ),
    ...say('lostParameter', lost),
    ...say('badReference', broken),
    ...say('noResponse', tool.response.length ? [] : [tool.name]),
  ]
}

/** References of an operation that have no target or point outside the document. */
function brokenReferences(document: OpenApi, operation: Json): string[] {
  const seen = new Set<string>()
  const broken = new Set<string>()
  const queue: unknown[] = [operation]
  for (let at = queue.pop(); at !== undefined && seen.size < 500; at = queue.pop()) {
    if (Array.isArray(at)) queue.push(...(at as unknown[]))
    else if (isObject(at)) {
      const { $ref, ...rest } = at
      queue.push(...Object.values(rest).filter((item) => typeof item === 'object' && item !== null))
      if (typeof $ref !== 'string' || seen.has($ref)) continue
      seen.add($ref)
      const found = lookUp(document, $ref)
      if (found === undefined) broken.add($ref)
      else queue.push(found)
    }
  }
  return [...broken]
}

function lookUp(document: OpenApi, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  let at: unknown = document
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}
