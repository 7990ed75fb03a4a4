import type { Converted } from './import-source.tsx'

export type ImportTool = Converted['tools'][number]
export const keyOf = (tool: Pick<ImportTool, 'method' | 'path'>): string => `${tool.method} ${tool.path}`

interface Document {
  paths: Record<string, Record<string, unknown>>
}

/** The document with only the selected operations. */
export function chosenDocument(openapi: string, chosen: ReadonlySet<string>): string {
  const document = JSON.parse(openapi) as Document
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([method]) => chosen.has(keyOf({ method: method.toUpperCase(), path })))
    return kept.length ? [[path, Object.fromEntries(kept)] as const] : []
  })
  return JSON.stringify({ ...document, paths: Object.fromEntries(paths) })
}

/** The manifest with the typed name, description and URL. */
export function namedManifest(manifest: string, input: { name: string; desc: string; url: string }): string {
  const before = JSON.parse(manifest) as Record<string, unknown>
  return JSON.stringify({
    ...before,
    name_for_human: input.name,
    name_for_model: input.name,
    description_for_human: input.desc,
    description_for_model: input.desc,
    url: input.url,
  })
}

/** The name, description and URL in the source document. */
export function headOf({ openapi }: Pick<Converted, 'openapi'>): { name: string; desc: string; url: string } {
  const { info, servers } = JSON.parse(openapi) as {
    info: { title: string; description: string }
    servers: { url: string }[]
  }
  return { name: info.title, desc: info.description, url: servers[0]?.url ?? '' }
}
