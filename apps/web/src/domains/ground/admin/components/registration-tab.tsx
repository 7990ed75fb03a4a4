import { useMutation, useQuery } from '@tanstack/react-query'
import { DoorClosed, DoorOpen, Ticket } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { type InstanceSettings, refreshSettings, settingsQuery } from '../admin.queries.ts'
import { DomainList } from './domain-list.tsx'
import { PolicyForm } from './policy-form.tsx'

const icons = { open: DoorOpen, invite: Ticket, closed: DoorClosed }
const choices = ['open', 'invite', 'closed'] as const

export function RegistrationTab() {
  const t = useT('admin')
  const query = useQuery(settingsQuery)
  const save = useMutation({
    mutationFn: (change: Partial<InstanceSettings>) => api.instance.saveSettings(change, { toast: true }),
    // Shown at once; if the server refuses, the settings are read again.
    onMutate: (change) =>
      queryClient.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, ...change }),
    onSuccess: () => void toast.ok(t('registration.saved'), { id: 'registration' }),
    onSettled: refreshSettings,
  })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const settings = query.data
  return (
    <SettingsPage>
      <SettingsSection title={t('registration.title')} text={t('registration.text')}>
        {settings ? (
          <RadioGroup
            label={t('registration.title')}
            value={settings.registration}
            onChange={(registration) => save.mutate({ registration })}
            items={choices.map((value) => ({
              value,
              label: t(`registration.${value}`),
              description: t(`registration.${value}Text`),
              icon: icons[value],
              settings: value === 'open' && (
                <DomainList
                  domains={settings.email_domains}
                  onChange={(domains) => save.mutate({ email_domains: [...domains] })}
                />
              ),
            }))}
          />
        ) : (
          <Skeleton className="h-48" />
        )}
      </SettingsSection>
      <SettingsSection title={t('policies.title')} text={t('policies.text')}>
        {settings ? <PolicyForm settings={settings} /> : <Skeleton className="h-24" />}
      </SettingsSection>
    </SettingsPage>
  )
}
