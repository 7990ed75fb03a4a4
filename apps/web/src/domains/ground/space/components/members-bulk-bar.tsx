import type { Member } from '@orrery/contract'
import { ChevronDown } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { AssignableRole } from '../assignable-role.ts'
import { RoleChoice } from './role-control.tsx'

interface MembersBulkBarProps {
  chosen: readonly Member[]
  mayRole: (member: Member) => boolean
  mayRemove: (member: Member) => boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  onRole: (members: readonly Member[], role: AssignableRole) => void
  onRemove: (members: readonly Member[]) => void
  onClear: () => void
}

/** The owner and the user themselves can be selected, but are not changed: the bar shows this. */
export function MembersBulkBar(props: MembersBulkBarProps) {
  const { chosen, mayRole, mayRemove, open, onOpenChange, onRole, onRemove, onClear } = props
  const t = useT('space')
  const forRole = chosen.filter(mayRole)
  const forRemoval = chosen.filter(mayRemove)
  const touched = Math.max(forRole.length, forRemoval.length)
  const label =
    touched < chosen.length
      ? t('bulk.some', { count: chosen.length, touched })
      : t('bulk.people', { count: chosen.length })
  return (
    <BulkBar count={chosen.length} label={label} onClear={onClear}>
      <Menu
        side="top"
        open={open && forRole.length > 0}
        onOpenChange={onOpenChange}
        className="w-64"
        trigger={
          <Button size="sm" kind="quiet" iconAfter={ChevronDown} disabled={forRole.length === 0}>
            {t('bulk.role')}
          </Button>
        }
      >
        <RoleChoice value={null} onChange={(role) => onRole(forRole, role)} />
      </Menu>
      <Button size="sm" kind="danger-quiet" disabled={forRemoval.length === 0} onClick={() => onRemove(forRemoval)}>
        {t('bulk.remove')}
      </Button>
    </BulkBar>
  )
}
