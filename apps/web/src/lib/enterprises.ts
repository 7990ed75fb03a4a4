import { type EnterpriseAction, mayEnterprise } from '@orrery/contract/shared/policy'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from './api.ts'
import { createStore } from './store.ts'

/** Whether the dialog that creates an enterprise is open. */
export const creatingEnterprise = createStore(false)

export const enterprisesQuery = queryOptions({
  queryKey: ['enterprises'],
  staleTime: 30_000,
  queryFn: async () => (await api.enterprise.list({})).enterprise_info_list,
})
type EnterpriseInfo = Awaited<ReturnType<typeof api.enterprise.list>>['enterprise_info_list'][number]
const none: readonly EnterpriseInfo[] = []

/** The enterprises of the current user; empty while loading. */
export const useEnterprises = (): readonly EnterpriseInfo[] => useQuery(enterprisesQuery).data ?? none

/** The enterprise of the address, on pages below /enterprise/{enterprise_id}. */
export function useEnterpriseOrNone(): EnterpriseInfo | undefined {
  const { enterprise_id: id } = useParams({ strict: false }) as { enterprise_id?: string }
  return useEnterprises().find((enterprise) => enterprise.enterprise_id === id)
}

/** For hiding actions that are not allowed; the server checks again. */
export const mayInEnterprise = (enterprise: EnterpriseInfo, action: EnterpriseAction): boolean =>
  mayEnterprise(enterprise.enterprise_role_type_list, action)
