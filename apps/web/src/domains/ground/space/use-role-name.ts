import { SpaceRole } from '@orrery/contract/shared/policy'
import { useT } from '#lib/i18n.ts'

/** Name of a role; people outside of all spaces have none. */
export function useRoleName(): (role: SpaceRole, isTester?: boolean) => string {
  const t = useT('space')
  const names: Record<SpaceRole, string> = {
    [SpaceRole.default]: t('role.none'),
    [SpaceRole.owner]: t('role.owner'),
    [SpaceRole.admin]: t('role.admin'),
    [SpaceRole.member]: t('role.member'),
  }
  return (role, isTester = false) => (isTester && role === SpaceRole.member ? t('role.tester') : names[role])
}
