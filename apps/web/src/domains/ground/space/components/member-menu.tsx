import type { Member } from '@orrery/contract'
import { AtSign, Crown, Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import type { MemberRights } from '../member-rights.ts'

interface MemberMenuProps {
  member: Member
  rights: MemberRights
  onRemove: () => void
  onHandOver: () => void
  onLeave: () => void
}

export function MemberMenu({ member, rights, onRemove, onHandOver, onLeave }: MemberMenuProps) {
  const t = useT('space')
  const copy = async () => {
    if (await copyText(member.user_name)) toast.ok(t('menu.copied', { name: member.user_name }))
  }
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('menu.label', { name: member.name })} />}
      className="w-52"
    >
      <MenuItem icon={AtSign} onClick={() => void copy()}>
        {t('menu.copy')}
      </MenuItem>
      {rights.handOver && (
        <MenuItem icon={Crown} onClick={onHandOver}>
          {t('menu.handOver')}
        </MenuItem>
      )}
      {(rights.remove || rights.leave) && <MenuLine />}
      {rights.remove && (
        <MenuItem icon={UserMinus} danger onClick={onRemove}>
          {t('menu.remove')}
        </MenuItem>
      )}
      {rights.leave && (
        <MenuItem icon={LogOut} danger onClick={onLeave}>
          {t('menu.leave')}
        </MenuItem>
      )}
    </Menu>
  )
}
