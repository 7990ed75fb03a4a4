import { useT } from '#lib/i18n.ts'
import type { PersonRole } from './enterprise.queries.ts'

export const personRoles: readonly PersonRole[] = ['SuperAdmin', 'Admin', 'Member', 'Guest']

export function useEnterpriseRoleName(): (role: PersonRole) => string {
  const t = useT('enterprise')
  return (role) => t(`role.${role}`)
}
