import { Link } from '@tanstack/react-router'
import { Building2, Keyboard, LogOut, Plus, Settings2, UserRound } from 'lucide-react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { creatingEnterprise, useEnterprises } from '#lib/enterprises.ts'
import { mayCreateEnterprise } from '#lib/feature-flags.ts'
import { useT } from '#lib/i18n.ts'
import { leaving } from '#lib/leaving.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { shortcutSheet } from '#lib/palette-state.ts'

/** Signs out and loads a new page, so that no data of the account stays in memory. */
export async function signOut(): Promise<void> {
  // People who signed in through their enterprise are signed out there too.
  const { redirect_url: next } = await leaving.run(() => api.passport.logout({}, { toast: true }))
  location.assign(next)
}

export function AccountMenu({ side = 'right' }: { side?: 'right' | 'bottom' }) {
  const t = useT('shell')
  const account = useAccount()
  const enterprises = useEnterprises()
  const trigger = (
    <button
      type="button"
      aria-label={t('rail.account', { name: account.name })}
      className="flex size-10 shrink-0 items-center justify-center rounded-full transition-opacity hover:opacity-85"
    >
      <Avatar name={account.name} id={account.user_id_str} src={account.avatar_url} size={32} decorative />
    </button>
  )
  return (
    <Menu side={side} align="end" trigger={trigger} className="w-60">
      <div className="flex items-center gap-2.5 px-2 py-2">
        <Avatar name={account.name} id={account.user_id_str} src={account.avatar_url} size={32} decorative />
        <div className="min-w-0">
          <div className="flex items-center gap-1.5">
            <span className="truncate font-medium">{account.name}</span>
            <LabelTag label={account.user_label} />
          </div>
          <div className="truncate text-small text-mute">{account.email}</div>
        </div>
      </div>
      <MenuLine />
      <MenuItem icon={UserRound} render={<Link to="/account" />}>
        {t('account.settings')}
      </MenuItem>
      {enterprises.map(({ enterprise_id, name }) => (
        <MenuItem
          key={enterprise_id}
          icon={Building2}
          render={<Link to="/enterprise/$enterprise_id" params={{ enterprise_id }} />}
        >
          {name}
        </MenuItem>
      ))}
      {mayCreateEnterprise() && (
        <MenuItem icon={Plus} onClick={() => creatingEnterprise.set(true)}>
          {t('account.createEnterprise')}
        </MenuItem>
      )}
      {account.is_instance_owner && (
        <MenuItem icon={Settings2} render={<Link to="/admin" />}>
          {t('nav.admin')}
        </MenuItem>
      )}
      <MenuItem icon={Keyboard} keys="?" onClick={() => shortcutSheet.set(true)}>
        {t('account.shortcuts')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={LogOut} onClick={() => void signOut()}>
        {t('account.signOut')}
      </MenuItem>
    </Menu>
  )
}
