import type { ImportReport, SearchKind } from '@orrery/contract'
import { ResType } from '@orrery/contract/shared/plugin-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type Report = ImportReport
const kinds = ['bot', 'project', 'workflow', 'plugin', 'knowledge', 'database', 'prompt'] as const
export type BundleKind = (typeof kinds)[number] & SearchKind
/** A kind of a newer server is shown as what most things are. */
export const kindOf = (kind: string): BundleKind => kinds.find((item) => item === kind) ?? 'workflow'

/** A text that a file held, read once; `turn` tells two files of one name apart. */
export interface PickedFile {
  name: string
  content: string
  turn: number
}

/** What an import would make. Nothing is made by asking. */
export const lookQuery = (spaceId: string, file: PickedFile | null, idMap: Record<string, string>) =>
  queryOptions({
    queryKey: ['bundle', 'look', spaceId, file?.name, file?.turn, idMap],
    enabled: file !== null,
    gcTime: 0,
    retry: false,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      api.bundle.import(
        { space_id: spaceId, content: file!.content, file_name: file!.name, dry_run: true, id_map: idMap },
        { signal },
      ),
  })

const typeOf: Partial<Record<BundleKind, number>> = {
  workflow: ResType.workflow,
  plugin: ResType.plugin,
  knowledge: ResType.knowledge,
  database: ResType.database,
  prompt: ResType.prompt,
}
/** What of a space could stand in for something that is missing. */
export const standInsQuery = (spaceId: string, kind: BundleKind) =>
  queryOptions({
    queryKey: ['bundle', 'stand-ins', spaceId, kind],
    enabled: typeOf[kind] !== undefined,
    queryFn: async ({ signal }) =>
      (await api.library.list({ space_id: spaceId, res_type_filter: [typeOf[kind]!], size: 100 }, { signal }))
        .resource_list,
  })

/** What is missing, once each, with everything that uses it. */
export function missingOf(report: Report): { kind: BundleKind; id: string; users: string[] }[] {
  const found = new Map<string, { kind: BundleKind; id: string; users: string[] }>()
  for (const { kind, id, used_by } of report.missing) {
    const item = found.get(id) ?? { kind: kindOf(kind), id, users: [] }
    if (!item.users.includes(used_by)) item.users.push(used_by)
    found.set(id, item)
  }
  return [...found.values()]
}
