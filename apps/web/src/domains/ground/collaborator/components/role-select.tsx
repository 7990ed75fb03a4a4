import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import type { Role } from '../collaborator.queries.ts'

interface RoleSelectProps {
  label: string
  roles: readonly Role[]
  /** The roles that the user may assign. */
  assignable: readonly Role[]
  disabled?: boolean
  onChange: (roles: Role[]) => void
}
const keyOf = (roles: readonly Role[]) => [...roles].sort().join(',')

/** One role, or the two that together allow everything except deleting. */
export function RoleSelect({ label, roles, assignable, disabled = false, onChange }: RoleSelectProps) {
  const t = useT('space')
  const combined: Role[] = ['BotDeveloper', 'BotOperator']
  const offered: Role[][] = assignable.map((role) => [role])
  if (combined.every((role) => assignable.includes(role))) offered.push(combined)
  if (!offered.some((item) => keyOf(item) === keyOf(roles))) offered.push([...roles])
  const items = offered.map((item) => ({
    value: keyOf(item),
    label: item.map((role) => t(`collaborators.role.${role}`)).join(' + '),
    ...(item.length === 1 && { description: t(`collaborators.role.${item[0]!}.text`) }),
  }))
  return (
    <Select
      size="sm"
      className="w-44"
      label={label}
      items={items}
      value={keyOf(roles)}
      disabled={disabled || !roles.every((role) => assignable.includes(role))}
      onChange={(value) => onChange(value.split(',') as Role[])}
    />
  )
}
