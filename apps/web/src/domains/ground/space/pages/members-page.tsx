import type { Space } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, UserPlus } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Button } from '#ui/button.tsx'
import { NoAccess } from '#ui/page-state.tsx'
import { Tag } from '#ui/tag.tsx'
import { SettingsSkeleton } from '#ui/settings-page.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ActivityTab } from '../components/activity-tab.tsx'
import { InvitationsTab } from '../components/invitations-tab.tsx'
import { InviteDialog } from '../components/invite-dialog.tsx'
import { KeysTab } from '../components/keys-tab.tsx'
import { MembersTab } from '../components/members-tab.tsx'
import { SettingsTab } from '../components/settings-tab.tsx'
import { isTeam, mayChoose, mayInvite, openTabs } from '../member-rights.ts'
import { type TabName, tabNames } from '../members-address.ts'
import { membersQuery } from '../space.queries.ts'
import { useExport } from '../use-export.ts'
import { useMembersAddress } from '../use-members-address.ts'

const panel = 'flex flex-col overflow-hidden'
const tabTexts = {
  members: 'tab.members',
  invitations: 'tab.invitations',
  models: 'tab.models',
  settings: 'tab.settings',
  keys: 'tab.access',
  activity: 'tab.activity',
} as const

interface MembersPageProps {
  ModelsTab: ComponentType<{ space: Space }>
}

export function MembersPage({ ModelsTab }: MembersPageProps) {
  const t = useT('space')
  const space = useSpace()
  const isNarrow = useNarrow()
  const [address, setAddress] = useMembersAddress()
  const { data: members } = useQuery(membersQuery(space.id))
  const [inviting, setInviting] = useState(false)
  const exportList = useExport(space)
  const canInvite = mayInvite(space)
  const canChoose = mayChoose(space)
  const invite = () => setInviting(true)
  useKeys('i', invite, canInvite)
  useShortcuts({
    id: 'members',
    title: t('tab.members'),
    shortcuts: [
      ...(canInvite ? [{ keys: 'i', label: t('key.inviteLong') }] : []),
      ...(canChoose
        ? [
            { keys: 'x', label: t('key.selectLong') },
            { keys: 'r', label: t('key.roleLong') },
          ]
        : []),
      { keys: '/', label: t('key.search') },
    ],
  })

  const isOpen = openTabs(space)
  const counts: Partial<Record<TabName, number>> = {
    members: members?.member_total_num,
    invitations: members?.team_invite_link_status ? 1 : undefined,
  }
  const tabs = tabNames
    .filter((name) => isOpen[name])
    .map((name) => ({ value: name, label: t(tabTexts[name]), count: counts[name] }))
  usePageTitle(
    address.tab === 'members' ? t('title') : t(tabTexts[address.tab]),
    address.tab === 'members' ? '' : t('title'),
  )
  const closed = <NoAccess title={t('closed.title')} text={t('closed.text', { owner: space.owner_name })} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('title')}
        beside={address.tab === 'settings' && !mayInSpace(space, 'update') && <Tag>{t('settings.viewOnly')}</Tag>}
        actions={
          <>
            {address.tab === 'members' && !isNarrow && isTeam(space) && (
              <Button icon={Download} disabled={!members} onClick={() => exportList(members?.member_info_list ?? [])}>
                {t('export')}
              </Button>
            )}
            {canInvite && (address.tab === 'members' || address.tab === 'invitations') && (
              <Button kind="solid" icon={UserPlus} onClick={invite}>
                {t('invite.open')}
              </Button>
            )}
          </>
        }
      />
      <Tabs
        size="page"
        label={t('title')}
        items={tabs}
        value={address.tab}
        onChange={(tab) => setAddress({ tab, word: '', role: 'any' })}
      >
        <TabPanel value="members" className={panel}>
          <MembersTab key={space.id} space={space} address={address} onAddress={setAddress} />
        </TabPanel>
        <TabPanel value="invitations" className={panel}>
          {isOpen.invitations ? <InvitationsTab space={space} onInvite={invite} /> : closed}
        </TabPanel>
        <TabPanel value="settings" className={panel}>
          <SettingsTab space={space} />
        </TabPanel>
        <TabPanel value="models" className={panel}>
          <Suspense fallback={<SettingsSkeleton what={t(tabTexts.models)} />}>
            <ModelsTab space={space} />
          </Suspense>
        </TabPanel>
        <TabPanel value="keys" className={panel}>
          {isOpen.keys ? <KeysTab space={space} /> : closed}
        </TabPanel>
        <TabPanel value="activity" className={panel}>
          {isOpen.activity ? <ActivityTab space={space} /> : closed}
        </TabPanel>
      </Tabs>
      {inviting && <InviteDialog space={space} onClose={() => setInviting(false)} />}
    </div>
  )
}
