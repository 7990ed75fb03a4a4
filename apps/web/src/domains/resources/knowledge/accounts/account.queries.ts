import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type Account = Awaited<ReturnType<typeof api.knowledge.accounts>>['accounts'][number]
export type AccountKind = Account['kind']
export type RemoteNode = Awaited<ReturnType<typeof api.knowledge.fileTree>>['file_tree_doc_list'][number]
type CloudBase = Awaited<ReturnType<typeof api.knowledge.cloudDatasets>>['volcano_dataset_list'][number]
export const isFolder = (node: RemoteNode): boolean => node.file_node_type === 1

export const accountsQuery = queryOptions({
  queryKey: ['knowledge', 'accounts'],
  queryFn: async ({ signal }) => (await api.knowledge.accounts({}, { signal })).accounts,
})

/** Files in a folder of an account; with a search word, matches anywhere in it. */
export const filesQuery = (authId: string, folder: string, word: string) =>
  queryOptions({
    queryKey: ['knowledge', 'accountFiles', authId, folder, word],
    enabled: authId !== '',
    queryFn: async ({ signal }) =>
      (
        await api.knowledge.fileTree(
          { auth_id: authId, folder_id: word ? '' : folder, search_keywords: word },
          { signal },
        )
      ).file_tree_doc_list,
  })

/** The knowledge bases of a cloud account, in all its projects. */
export const cloudBasesQuery = (spaceId: string, authId: string) =>
  queryOptions({
    queryKey: ['knowledge', 'cloudBases', spaceId, authId],
    queryFn: async ({ signal }) => {
      const options = { signal }
      const { volcano_dataset_project_list: projects } = await api.knowledge.cloudProjects(
        { space_id: spaceId },
        options,
      )
      const bases: CloudBase[] = []
      for (const { name } of projects)
        bases.push(
          ...(await api.knowledge.cloudDatasets({ space_id: spaceId, project_name: name }, options))
            .volcano_dataset_list,
        )
      return bases.filter((base) => base.id.startsWith(`${authId}:`))
    },
  })
