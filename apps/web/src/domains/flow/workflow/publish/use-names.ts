import { ResType } from '@orrery/contract/shared/resource-kinds'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { TileKind } from '#lib/tile-kind.ts'
import { useEditor } from '../document/editor-context.ts'

const most = 100

/** Names of the knowledge bases, databases and plugins of the space; the id if a name is unknown. */
export function useNames(): (kind: TileKind, id: string) => string {
  const { spaceId } = useEditor()
  const { data } = useQuery({
    queryKey: ['workflow-resource-names', spaceId],
    queryFn: async ({ signal }) => {
      const [knowledge, databases, plugins] = await Promise.all([
        api.knowledge.list({ space_id: spaceId, size: most }, { signal }),
        api.database.list({ space_id: spaceId, table_type: 2, limit: most }, { signal }),
        api.library.list({ space_id: spaceId, res_type_filter: [ResType.plugin], size: most }, { signal }),
      ])
      return new Map<string, string>([
        ...knowledge.dataset_list.map((dataset) => [`knowledge/${dataset.dataset_id}`, dataset.name] as const),
        ...databases.database_info_list.map(
          (databaseInfo) => [`database/${databaseInfo.id}`, databaseInfo.table_name] as const,
        ),
        ...plugins.resource_list.map((plugin) => [`plugin/${plugin.res_id}`, plugin.name] as const),
      ])
    },
  })
  return (kind, id) => data?.get(`${kind}/${id}`) ?? id
}
