import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { accountGroups, adminGroups, type SettingsGroup, shownGroups } from '#lib/settings-pages.ts'
import { SubmenuHead, type SubmenuProps, SubmenuTitle } from './submenu-head.tsx'

const row = 'flex h-8 items-center rounded-md px-2 transition-colors hover:bg-hover'
const current = 'bg-brand-soft font-medium text-brand hover:bg-brand-soft'

export function AccountSubmenu({ onFold }: SubmenuProps) {
  const t = useT('shell')
  return (
    <>
      <SubmenuHead onFold={onFold}>
        <SubmenuTitle>{t('nav.account')}</SubmenuTitle>
      </SubmenuHead>
      <Groups groups={accountGroups} label={t('nav.account')} to="/account/$" />
    </>
  )
}

export function AdminSubmenu({ onFold }: SubmenuProps) {
  const t = useT('shell')
  const { data: instance } = useQuery(instanceQuery)
  return (
    <>
      <SubmenuHead onFold={onFold}>
        <SubmenuTitle>{t('nav.admin')}</SubmenuTitle>
        <div className="truncate px-2 text-small text-mute">
          {instance && t('admin.version', { version: instance.version })}
        </div>
      </SubmenuHead>
      <Groups groups={shownGroups(adminGroups, instance)} label={t('nav.admin')} to="/admin/$" />
    </>
  )
}

interface GroupsProps {
  groups: readonly SettingsGroup[]
  label: string
  to: '/account/$' | '/admin/$'
}

/** The settings pages in groups. Without a page in the address, the first one is active. */
function Groups({ groups, label, to }: GroupsProps) {
  const t = useT('shell')
  const { _splat: rest } = useParams({ strict: false })
  const here = rest?.split('/')[0] || groups[0]?.pages[0]?.id
  return (
    <nav aria-label={label} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 pb-3">
      {groups.map((group) => (
        <div key={group.name} role="group" aria-label={t(group.name)}>
          <div aria-hidden className="group-label flex h-6 items-center px-2">
            {t(group.name)}
          </div>
          <div className="flex flex-col gap-0.5">
            {group.pages.map(({ id, name }) => (
              <Link
                key={id}
                to={to}
                params={{ _splat: id }}
                aria-current={id === here ? 'page' : undefined}
                className={cn(row, id === here && current)}
              >
                <span className="truncate">{t(name)}</span>
              </Link>
            ))}
          </div>
        </div>
      ))}
    </nav>
  )
}
