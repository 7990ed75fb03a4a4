import type { Member } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { ChevronDown, Crown } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { controlStyle } from '#ui/control-style.ts'
import { Icon } from '#ui/icon.tsx'
import { MenuChoice } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { assignedRoleOf, type AssignableRole, assignableRoles } from '../assignable-role.ts'
import { useRoleName } from '../use-role-name.ts'

/** The roles that can be assigned; ownership can only be transferred. */
export function RoleChoice({
  value,
  onChange,
}: {
  value: AssignableRole | null
  onChange: (role: AssignableRole) => void
}) {
  const t = useT('space')
  const items = assignableRoles.map((role) => ({
    value: role,
    label: t(`role.${role}`),
    description: t(`role.${role}Text`),
  }))
  return (
    <MenuChoice<AssignableRole | ''> items={items} value={value ?? ''} onChange={(next) => next && onChange(next)} />
  )
}

interface RoleControlProps {
  member: Member
  editable: boolean
  /** Controlled, because a key opens it too. */
  open: boolean
  onOpenChange: (open: boolean) => void
  onChange: (role: AssignableRole) => void
}

export function RoleControl({ member, editable, open, onOpenChange, onChange }: RoleControlProps) {
  const t = useT('space')
  const name = useRoleName()(member.space_role_type, member.is_tester)
  if (!editable) {
    return (
      <span className="flex items-center gap-1.5 px-2">
        {member.space_role_type === SpaceRole.owner && <Icon of={Crown} size={14} className="shrink-0 text-warn" />}
        <span className="truncate">{name}</span>
      </span>
    )
  }
  const given = assignedRoleOf(member)
  const trigger = (
    <button
      type="button"
      aria-label={t('role.of', { name: member.name, role: name })}
      className={controlStyle('flex h-7 w-24 max-w-full items-center justify-between gap-1 px-2 text-small')}
    >
      <span className="truncate">{name}</span>
      <Icon of={ChevronDown} size={14} className="shrink-0 text-mute" />
    </button>
  )
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} className="w-64">
      <RoleChoice value={given} onChange={(role) => role !== given && onChange(role)} />
    </Menu>
  )
}
