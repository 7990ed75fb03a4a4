import { levelFactor } from '@orrery/contract/shared/user-levels'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshAccount } from '../account.queries.ts'
import { EraseAccount } from './erase-account.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileTab() {
  const t = useT('account')
  const account = useAccount()
  const upload = async (file: File) => {
    await api.passport.uploadAvatar({ avatar: file })
    await refreshAccount()
    toast.ok(t('picture.saved'))
  }
  return (
    <SettingsPage>
      <SettingsSection title={t('picture.title')} text={t('picture.text')}>
        <ImageUpload label={t('picture.change')} onUpload={upload}>
          <Avatar
            name={account.name}
            id={account.user_id_str}
            src={account.avatar_url}
            size={64}
            decorative
            className="rounded-lg"
          />
        </ImageUpload>
      </SettingsSection>
      {(account.user_label || account.user_level > 0) && (
        <SettingsSection title={t('standing.title')} text={t('standing.text')}>
          <p className="flex flex-wrap items-center gap-2">
            <LabelTag label={account.user_label} />
            {account.user_level > 0 && (
              <span>
                {t('standing.level', {
                  level: t(`level.${account.user_level}`),
                  count: levelFactor(account.user_level),
                })}
              </span>
            )}
          </p>
        </SettingsSection>
      )}
      <SettingsSection title={t('profile.title')} text={t('profile.text')}>
        <ProfileForm key={account.user_id_str} account={account} />
      </SettingsSection>
      <SettingsSection title={t('password.title')} text={t('password.text')}>
        <PasswordForm email={account.email} />
      </SettingsSection>
      <SettingsSection title={t('erase.section')} text={t('erase.sectionText')}>
        <EraseAccount email={account.email} />
      </SettingsSection>
    </SettingsPage>
  )
}
