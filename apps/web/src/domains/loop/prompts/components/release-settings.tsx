import { promptLabels } from '@orrery/contract/shared/prompt-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Switch } from '#ui/switch.tsx'
import { refreshPrompts, releaseSettingsQuery } from '../prompts.queries.ts'

/** Whether releases of the space need an approval, and which labels are protected. */
export function ReleaseSettings({ spaceId }: { spaceId: string }) {
  const t = useT('prompts')
  const mayChange = mayInSpace(useSpace(), 'approveReleases')
  const { data } = useQuery(releaseSettingsQuery(spaceId))
  const save = useMutation({
    mutationFn: (change: { approval?: boolean; protected_labels?: string[] }) =>
      api.promptRelease.saveSettings({
        space_id: spaceId,
        approval: data!.approval,
        protected_labels: data!.protected_labels,
        ...change,
      }),
    onSuccess: refreshPrompts,
  })
  if (!data) return null
  const { protected_labels: labels } = data
  const toggle = (label: string, isOn: boolean) =>
    save.mutate({ protected_labels: isOn ? [...labels, label] : labels.filter((one) => one !== label) })
  return (
    <section aria-label={t('settings.title')} className="flex flex-col items-start gap-2">
      <h2 className="font-semibold">{t('settings.title')}</h2>
      <p className="text-small text-mute">{t('settings.text')}</p>
      <Switch
        checked={data.approval}
        disabled={!mayChange || save.isPending}
        onChange={(approval) => save.mutate({ approval })}
      >
        {t('settings.approval')}
      </Switch>
      {promptLabels.map((label) => (
        <Switch
          key={label}
          checked={labels.includes(label)}
          disabled={!mayChange || save.isPending}
          onChange={(isOn) => toggle(label, isOn)}
        >
          {t('settings.protect', { label })}
        </Switch>
      ))}
    </section>
  )
}
