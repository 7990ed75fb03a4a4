import { type EnterpriseAction, mayEnterprise } from '@orrery/contract/shared/policy'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from './api.ts'
import { createStore } from './store.ts'

/** The dialog that creates an enterprise. */
export const creatingEnterprise = createStore(false)

export const enterprisesQuery = queryOptions({
  queryKey: ['enterprises'],
  staleTime: 30_000,
  queryFn: async () => (await api.enterprise.list({})).enterprise_info_list,
})
type EnterpriseInfo = Awaited<ReturnType<typeof api.enterprise.list>>['enterprise_info_list'][number]
const none: readonly EnterpriseInfo[] = []

/** The companies of the reader; none until they are known. */
export const useEnterprises = (): readonly EnterpriseInfo[] => useQuery(enterprisesQuery).data ?? none

/** That of the address, on pages below /enterprise/{enterprise_id}. */
export function useEnterpriseOrNone(): EnterpriseInfo | undefined {
  const { enterprise_id: id } = useParams({ strict: false }) as { enterprise_id?: string }
  return useEnterprises().find((enterprise) => enterprise.enterprise_id === id)
}

/** For hiding what may not be done; the server decides again. */
export const mayInEnterprise = (enterprise: EnterpriseInfo, action: EnterpriseAction): boolean =>
  mayEnterprise(enterprise.enterprise_role_type_list, action)
