import type { Space } from '@orrery/contract'
import { UserPlus, UserRound } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { isTeam } from '../member-rights.ts'
import { InviteLink } from './invite-link.tsx'
import { MailInvite } from './mail-invite.tsx'
import { CreateTeamButton } from './personal-card.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'

export function InvitationsTab({ space, onInvite }: { space: Space; onInvite: () => void }) {
  const t = useT('space')
  if (!isTeam(space)) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <EmptyState
          icon={UserRound}
          title={t('personal.title')}
          text={t('personal.inviteText')}
          action={<CreateTeamButton space={space} />}
        />
      </div>
    )
  }
  return (
    <SettingsPage>
      <SettingsSection title={t('link.title')} text={t('link.text')}>
        <InviteLink space={space} />
      </SettingsSection>
      <SettingsSection title={t('mailInvite.title')} text={t('mailInvite.text')}>
        <MailInvite space={space} />
      </SettingsSection>
      <SettingsSection title={t('add.title')} text={t('add.text')}>
        <Button icon={UserPlus} onClick={onInvite}>
          {t('invite.open')}
        </Button>
      </SettingsSection>
    </SettingsPage>
  )
}
