import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { TileKind } from '#ui/type-tile.tsx'

const most = 100

/** Names of the knowledge and the databases of a space; what has none is called by its id. */
export function useNames(spaceId: string): (kind: TileKind, id: string) => string {
  const { data } = useQuery({
    queryKey: ['workflow-resource-names', spaceId],
    queryFn: async ({ signal }) => {
      const [knowledge, databases] = await Promise.all([
        api.knowledge.list({ space_id: spaceId, size: most }, { signal }),
        api.database.list({ space_id: spaceId, table_type: 2, limit: most }, { signal }),
      ])
      return new Map<string, string>([
        ...knowledge.dataset_list.map((dataset) => [`knowledge/${dataset.dataset_id}`, dataset.name] as const),
        ...databases.database_info_list.map(
          (databaseInfo) => [`database/${databaseInfo.id}`, databaseInfo.table_name] as const,
        ),
      ])
    },
  })
  return (kind, id) => data?.get(`${kind}/${id}`) ?? id
}
