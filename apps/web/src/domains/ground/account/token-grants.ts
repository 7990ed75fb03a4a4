import type { Api } from '#lib/create-api.ts'

export interface PermissionGroup {
  resource_type: string
  actions: readonly string[]
}
/** Scopes of a token and its spaces: null means every space, including future ones. */
export interface Grants {
  scopes: ReadonlySet<string>
  spaces: readonly string[] | null
}
type Stored = Pick<
  Awaited<ReturnType<Api['token']['get']>>,
  'workspace_permission' | 'workspace_permission_v2' | 'account_permission' | 'enterprise_permission'
>

export const scopesOf = ({ resource_type: type, actions }: PermissionGroup): string[] =>
  actions.map((action) => `${type}.${action}`)
export const allScopes = (groups: readonly PermissionGroup[]): string[] => groups.flatMap(scopesOf)

/** Parses the permissions in all four formats of the server; a token without any of them may do everything. */
export function readGrants(stored: Stored, groups: readonly PermissionGroup[]): Grants {
  const { workspace_permission: v1, workspace_permission_v2: v2 } = stored
  const { account_permission: account, enterprise_permission: enterprise } = stored
  if (!v1 && !v2 && !account && !enterprise) return { scopes: new Set(allScopes(groups)), spaces: null }
  const scopes = [
    ...(v1?.permission_list.flatMap(scopesOf) ?? []),
    ...(v2?.permission_list ?? []),
    ...(account?.permission_list ?? []),
    ...(enterprise?.permission_list ?? []),
  ]
  const spaces = [...(v1?.workspace_id_list ?? []), ...(v2?.workspace_id_list ?? [])].map(String)
  return { scopes: new Set(scopes), spaces: spaces.length > 0 ? [...new Set(spaces)] : null }
}

export function writeGrants({ scopes, spaces }: Grants) {
  const groups = Map.groupBy(scopes, (scope) => scope.slice(0, scope.indexOf('.')))
  return {
    workspace_permission: {
      ...(spaces && { workspace_id_list: [...spaces] }),
      permission_list: [...groups].map(([type, list]) => ({
        resource_type: type,
        actions: list.map((scope) => scope.slice(type.length + 1)),
      })),
    },
  }
}

/** Whether the token works in a space at all. */
export const reaches = (grants: Grants, spaceId: string): boolean =>
  grants.spaces === null || grants.spaces.includes(spaceId)
