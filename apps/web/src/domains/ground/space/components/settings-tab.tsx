import type { Space } from '@orrery/contract'
import { Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { isTeam } from '../member-rights.ts'
import { useDeleteSpace } from '../use-delete-space.ts'
import { SpaceForm } from './space-form.tsx'

export function SettingsTab({ space }: { space: Space }) {
  const t = useT('space')
  const remove = useDeleteSpace(space)
  const mayUpdate = mayInSpace(space, 'update')
  const teamText = mayUpdate ? t('settings.text') : t('settings.readOnly', { owner: space.owner_name })
  return (
    <SettingsPage>
      <SettingsSection title={t('settings.title')} text={isTeam(space) ? teamText : undefined}>
        {/* Another space is another form. */}
        <SpaceForm key={space.id} space={space} readOnly={!mayUpdate} />
      </SettingsSection>
      {mayInSpace(space, 'delete') && (
        <SettingsSection title={t('delete.title')} text={isTeam(space) ? t('delete.text') : t('personal.deleteText')}>
          <Button kind="danger-quiet" icon={Trash2} disabled={!isTeam(space)} onClick={() => void remove()}>
            {t('delete.open')}
          </Button>
        </SettingsSection>
      )}
    </SettingsPage>
  )
}
