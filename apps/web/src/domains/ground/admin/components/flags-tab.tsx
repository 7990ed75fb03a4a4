import { type FeatureFlag, featureFlagNames, featureFlags } from '@orrery/contract/shared/feature-flags'
import { useT } from '#lib/i18n.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { useFlags } from '../use-flags.ts'

const audiences = ['everyone', 'people', 'visitors'] as const

/** All feature flags with a description, grouped by the people they affect. */
export function FlagsTab() {
  const t = useT('admin')
  const { query, change } = useFlags()
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <SettingsPage>
        <Skeleton className="h-64" />
      </SettingsPage>
    )
  const flags = query.data
  return (
    <SettingsPage>
      <p className="text-mute">{t('flags.text')}</p>
      {audiences.map((audience) => (
        <section
          key={audience}
          aria-label={t(`flags.audience.${audience}`)}
          className="rounded-lg bg-card px-5 py-2 shadow-card"
        >
          <h2 className="group-label pt-2">{t(`flags.audience.${audience}`)}</h2>
          {featureFlagNames
            .filter((name) => featureFlags[name].audience === audience)
            .map((name) => (
              <FlagRow key={name} name={name} on={flags[name]} onChange={(value) => change.mutate({ name, value })} />
            ))}
        </section>
      ))}
    </SettingsPage>
  )
}

interface FlagRowProps {
  name: FeatureFlag
  on: boolean
  onChange: (on: boolean) => void
}

function FlagRow({ name, on, onChange }: FlagRowProps) {
  const t = useT('admin')
  return (
    <div className="flex items-center gap-4 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {t(`flags.of.${name}`)}
          {on !== featureFlags[name].default && <Tag>{t('flags.changed')}</Tag>}
        </p>
        <p className="text-small text-mute">{t(`flags.about.${name}`)}</p>
      </div>
      <Switch checked={on} label={t('flags.switch', { name: t(`flags.of.${name}`) })} onChange={onChange} />
    </div>
  )
}
