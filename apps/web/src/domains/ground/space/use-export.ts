import type { Member, Space } from '@orrery/contract'
import { formatDate, formatFullTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { toCsv } from './members-csv.ts'
import { useRoleName } from './use-role-name.ts'

/** Downloads the list of members as a CSV file. */
export function useExport(space: Space): (members: readonly Member[]) => void {
  const t = useT('space')
  const roleName = useRoleName()
  return (members) => {
    const head = [t('column.person'), t('column.userName'), t('column.role'), t('column.made'), t('column.joined')]
    const rows = members.map((member) => [
      member.name,
      member.user_name,
      roleName(member.space_role_type, member.is_tester),
      String(member.resource_count),
      member.join_date ? formatFullTime(fromSeconds(member.join_date)) : '',
    ])
    const file = new Blob([toCsv([head, ...rows])], { type: 'text/csv;charset=utf-8' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${space.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}-${formatDate(Date.now())}.csv`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 0)
  }
}
