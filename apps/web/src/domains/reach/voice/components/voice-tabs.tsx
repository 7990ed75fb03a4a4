import { useNavigate } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Tabs } from '#ui/tabs.tsx'

const addresses = {
  voices: '/space/$space_id/library/voices',
  voiceprints: '/space/$space_id/library/voiceprints',
} as const

/** Tabs for voices that speak and for voiceprints. Each tab has its own URL. */
export function VoiceTabs({ value }: { value: keyof typeof addresses }) {
  const t = useT('voice')
  const space = useSpace()
  const navigate = useNavigate()
  return (
    <Tabs
      size="page"
      label={t('title')}
      value={value}
      onChange={(next) => void navigate({ to: addresses[next], params: { space_id: space.id } })}
      items={[
        { value: 'voices', label: t('title') },
        { value: 'voiceprints', label: t('prints.title') },
      ]}
      className="bg-card"
    />
  )
}
