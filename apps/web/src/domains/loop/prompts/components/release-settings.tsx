import { promptLabels } from '@orrery/contract/shared/prompt-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Switch } from '#ui/switch.tsx'
import { EncryptKey } from './encrypt-key.tsx'
import { GuardSettings } from './guard-settings.tsx'
import { refreshPrompts, type ReleaseSettingsData, releaseSettingsQuery } from '../prompts.queries.ts'
import { WebhookSetting } from './webhook-setting.tsx'

const LarkDialog = lazy(() => import('./lark-dialog.tsx').then((module) => ({ default: module.LarkDialog })))

/** Sets whether releases of the space need an approval, and which labels are protected. */
export function ReleaseSettings({ spaceId }: { spaceId: string }) {
  const t = useT('prompts')
  const mayChange = mayInSpace(useSpace(), 'approveReleases')
  const { data } = useQuery(releaseSettingsQuery(spaceId))
  const [isOpen, setOpen] = useState(false)
  const save = useMutation({
    mutationFn: (change: Partial<Omit<ReleaseSettingsData, 'webhook_url' | 'has_encrypt_key'>>) =>
      api.promptRelease.saveSettings({ space_id: spaceId, ...change }),
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
      <GuardSettings data={data} isDisabled={!mayChange || save.isPending} onChange={(change) => save.mutate(change)} />
      {save.error && <ErrorPanel error={save.error} />}
      {mayChange && (
        <>
          <h3 className="pt-2 font-medium">{t('hook.title')}</h3>
          <WebhookSetting spaceId={spaceId} current={data.webhook_url} />
          <Button onClick={() => setOpen(true)}>{t('lark.open')}</Button>
          <EncryptKey spaceId={spaceId} hasKey={data.has_encrypt_key} />
          {isOpen && (
            <Suspense>
              <LarkDialog spaceId={spaceId} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </section>
  )
}
