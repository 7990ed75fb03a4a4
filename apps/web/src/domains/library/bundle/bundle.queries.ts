import type { ImportReport } from '@orrery/contract'
import { isLibraryKind, isPortable, type PortableKind, resTypeOf } from '@orrery/contract/shared/resource-kinds'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type Report = ImportReport
/** An unknown kind of a newer server is shown as a workflow. */
export const kindOf = (kind: string): PortableKind => (isPortable(kind) ? kind : 'workflow')

/** The text of a chosen file; `turn` distinguishes files with the same name. */
export interface PickedFile {
  name: string
  content: string
  turn: number
}

/** Preview of an import. It creates nothing. */
export const importPreviewQuery = (spaceId: string, file: PickedFile | null, idMap: Record<string, string>) =>
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

/** Resources of the space that could replace a missing one. */
export const replacementsQuery = (spaceId: string, kind: PortableKind) =>
  queryOptions({
    queryKey: ['bundle', 'stand-ins', spaceId, kind],
    enabled: isLibraryKind(kind),
    queryFn: async ({ signal }) =>
      (
        await api.library.list(
          { space_id: spaceId, res_type_filter: [resTypeOf(kind, 0)], is_get_imageflow: true, size: 100 },
          { signal },
        )
      ).resource_list,
  })

/** Missing dependencies without duplicates, each with everything that uses it. */
export function missingOf(report: Report): { kind: PortableKind; id: string; users: string[] }[] {
  const found = new Map<string, { kind: PortableKind; id: string; users: string[] }>()
  for (const { kind, id, used_by } of report.missing) {
    const item = found.get(id) ?? { kind: kindOf(kind), id, users: [] }
    if (!item.users.includes(used_by)) item.users.push(used_by)
    found.set(id, item)
  }
  return [...found.values()]
}
