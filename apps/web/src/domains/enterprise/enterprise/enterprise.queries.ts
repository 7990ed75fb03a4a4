import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { useEnterpriseOrNone } from '#lib/enterprises.ts'

/** The enterprise of the address. Its pages are rendered only for its members. */
export function useEnterprise() {
  const found = useEnterpriseOrNone()
  if (!found) throw new Error('This page is only for people of the enterprise')
  return found
}
const key = (id: string, ...rest: unknown[]) => ['enterprise', id, ...rest]
/** Refetches everything about an enterprise. */
export const refreshEnterprise = (id: string) => queryClient.invalidateQueries({ queryKey: key(id) })

export const enterpriseQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'self'),
    queryFn: ({ signal }) => api.enterprise.get({ enterprise_id }, { signal }),
  })
export const overviewQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'overview'),
    queryFn: ({ signal }) => api.enterpriseSpaces.overview({ enterprise_id }, { signal }),
  })
export type PersonRole = 'SuperAdmin' | 'Admin' | 'Member' | 'Guest'
export const peopleQuery = (
  enterprise_id: string,
  word: string,
  role: PersonRole | '',
  organization: string,
  page: number,
) =>
  queryOptions({
    queryKey: key(enterprise_id, 'people', word, role, organization, page),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.enterprisePeople.search(
        {
          enterprise_id,
          page,
          page_size: peoplePageSize,
          ...(word && { search_key: word }),
          ...(role && { enterprise_role_type_list: [role] }),
          ...(organization && { organization_id: organization }),
        },
        { signal },
      ),
  })
export const peoplePageSize = 50
export type Person = Awaited<ReturnType<typeof api.enterprisePeople.search>>['enterprise_people_list'][number]

export const personQuery = (enterprise_id: string, user_id: string, receiver?: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'person', user_id, receiver),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.enterprisePeople.detail({ enterprise_id, user_id, ...(receiver && { receiver }) }, { signal }),
  })
export const organizationsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'organizations'),
    queryFn: async ({ signal }) =>
      (await api.enterpriseGroups.organizations({ enterprise_id }, { signal })).organizations,
  })
export type Organization = Awaited<ReturnType<typeof api.enterpriseGroups.organizations>>['organizations'][number]
export const groupsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'groups'),
    queryFn: async ({ signal }) => (await api.enterpriseGroups.list({ enterprise_id }, { signal })).groups,
  })
export type PersonGroup = Awaited<ReturnType<typeof api.enterpriseGroups.list>>['groups'][number]
export const groupMembersQuery = (enterprise_id: string, group_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'group', group_id),
    queryFn: async ({ signal }) =>
      (await api.enterpriseGroups.members({ enterprise_id, group_id }, { signal })).members,
  })
export const sharedQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'shared'),
    queryFn: async ({ signal }) => (await api.enterpriseSpaces.shared({ enterprise_id }, { signal })).shared,
  })
export const spacesOfQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'spaces'),
    queryFn: async ({ signal }) => (await api.enterpriseSpaces.list({ enterprise_id }, { signal })).spaces,
  })
const firstHundred = { page: 1, page_size: 100 }
export const applicationsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'applications'),
    queryFn: async ({ signal }) =>
      (await api.enterpriseJoin.applications({ enterprise_id, ...firstHundred }, { signal })).join_application_list,
  })
export const invitationsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'invitations'),
    queryFn: async ({ signal }) =>
      (await api.enterpriseJoin.invitations({ enterprise_id, ...firstHundred }, { signal })).join_invitation_list,
  })
export const installationsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'installations'),
    queryFn: async ({ signal }) => (await api.appInstallation.list({ enterprise_id }, { signal })).installations,
  })
export const tokensOfQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'tokens'),
    queryFn: async ({ signal }) => (await api.appInstallation.tokens({ enterprise_id }, { signal })).tokens,
  })
export const settingsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'settings'),
    queryFn: async ({ signal }) =>
      (await api.enterpriseSettings.get({ enterprise_id }, { signal })).enterprise_settings,
  })
export const securityQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'security'),
    queryFn: ({ signal }) => api.enterpriseSecurity.get({ enterprise_id }, { signal }),
  })
export type SecurityRules = Awaited<ReturnType<typeof api.enterpriseSecurity.get>>['rules']
/** Who would be affected by these rules. */
export const securityPreviewQuery = (enterprise_id: string, rules: SecurityRules) =>
  queryOptions({
    queryKey: key(enterprise_id, 'security', 'preview', rules),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.enterpriseSecurity.preview({ enterprise_id, ...rules }, { signal }),
  })
export const ownDutiesQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'security', 'mine'),
    queryFn: ({ signal }) => api.enterpriseSecurity.mine({ enterprise_id }, { signal }),
  })
export const streamsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'streams'),
    refetchInterval: 15_000,
    queryFn: ({ signal }) => api.auditStreams.list({ enterprise_id }, { signal }),
  })
export type AuditStream = Awaited<ReturnType<typeof api.auditStreams.list>>['streams'][number]
export const leaversQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'leavers'),
    queryFn: async ({ signal }) => (await api.enterprisePeople.leavers({ enterprise_id }, { signal })).leavers,
  })
