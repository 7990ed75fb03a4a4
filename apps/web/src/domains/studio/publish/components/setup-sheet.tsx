import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, FlaskConical, PlugZap, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Channel } from '../publish-port.ts'
import {
  type ChannelForm,
  type ChannelMode,
  refreshPublish,
  type SetupSettings,
  setupQuery,
} from '../publish.queries.ts'
import { LabDialog } from './lab-dialog.tsx'
import { PackageButton, PreviewButton } from './preview-button.tsx'
import { SetupBehaviour } from './setup-behaviour.tsx'
import { SetupFields } from './setup-fields.tsx'
import { SetupSteps } from './setup-steps.tsx'

interface SetupSheetProps {
  resourceId: string
  channel: Channel
  onClose: () => void
}

/** Sets up a channel: instructions for the platform, credentials, and a live test. */
export function SetupSheet({ resourceId, channel, onClose }: SetupSheetProps) {
  const t = useT('channel')
  const { data, error } = useQuery(setupQuery(resourceId, channel.id))
  return (
    <SideSheet
      kind="channel"
      title={t('setup.title', { channel: channel.name })}
      caption={channel.text}
      width={472}
      place="over"
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 py-4">
        {error && !data && <ErrorPanel error={error} />}
        {!data && !error && (
          <p className="flex items-center gap-2 text-mute">
            <Spinner />
            {t('setup.loading')}
          </p>
        )}
        {data && (
          <SetupForm
            key={data.account?.id ?? 'new'}
            resourceId={resourceId}
            channel={channel}
            form={data}
            onRemoved={onClose}
          />
        )}
      </div>
    </SideSheet>
  )
}

interface SetupFormProps {
  resourceId: string
  channel: Channel
  form: ChannelForm
  onRemoved: () => void
}
/** Its messages arrive through a persistent connection, which the lab does not open. */
const DISCORD = '20000009'
const MINI_PROGRAM = '20000004'
const defaultSettings: SetupSettings = {
  burst_ms: 1200,
  on_new: 'queue',
  in_groups: 'mention',
  prefix: '',
  idle_hours: 24,
  voice_replies: 'spoken',
}

function SetupForm({ resourceId, channel, form, onRemoved }: SetupFormProps) {
  const t = useT('channel')
  const { account } = form
  const at = { resource_id: resourceId, connector_id: channel.id }
  const [mode, setMode] = useState<ChannelMode>(account?.mode ?? form.usual_mode)
  const [config, setConfig] = useState<Record<string, string>>(account?.config ?? {})
  const [settings, setSettings] = useState<SetupSettings>(account?.settings ?? defaultSettings)
  // Without messages on the platform, there is no behaviour to configure and nothing to try.
  const hasMessages = !channelKindOf(channel.id)?.isForVisitors
  // Only drafts of bots can be tried; projects answer with the published version.
  const canTry = hasMessages && channel.flows.length === 0 && channel.id !== DISCORD
  const fields = form.fields.filter((field) => !field.mode || field.mode === mode)
  const isComplete = fields.every((field) => field.is_optional || (config[field.name] ?? '') !== '')
  const save = () => {
    const given = Object.fromEntries(
      fields.map(({ name }) => [name, config[name] ?? '']).filter(([, value]) => value !== ''),
    )
    return api.channel.save({ ...at, mode, config: given, settings })
  }
  const test = useMutation({
    mutationFn: async () => {
      await save()
      return api.channel.test(at)
    },
    // The settings are saved even if the platform could not be reached.
    onSettled: () => refreshPublish(resourceId),
    onSuccess: ({ missing }) => {
      if (missing.length === 0) toast.ok(t('setup.works', { channel: channel.name }))
    },
  })
  const pause = useMutation({
    mutationFn: (isPaused: boolean) => api.channel.pause({ ...at, is_paused: isPaused }, { toast: true }),
    onSettled: () => refreshPublish(resourceId),
  })
  const remove = () =>
    confirm({
      title: t('remove.title', { channel: channel.name }),
      text: t('remove.text'),
      action: t('remove'),
      danger: true,
      onConfirm: async () => {
        await api.channel.remove(at)
        await refreshPublish(resourceId)
        onRemoved()
      },
    })
  const [isTrying, setTrying] = useState(false)
  const missing = test.data?.missing ?? (account?.reason ? [account.reason] : [])
  return (
    <>
      {account && <StateBanner state={account.state} missing={missing} isPaused={account.is_paused} />}
      {form.modes.length > 1 && (
        <Field label={t('mode')} help={t(`mode.${mode}.help`)}>
          <Segmented
            wide
            items={form.modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
            value={mode}
            onChange={setMode}
          />
        </Field>
      )}
      <SetupSteps
        steps={form.steps.filter((step) => !step.mode || step.mode === mode)}
        hookUrl={account?.hook_url ?? ''}
        hookSecret={account?.hook_secret ?? ''}
      />
      <SetupFields
        fields={fields}
        values={config}
        onChange={(name, value) => setConfig({ ...config, [name]: value })}
      />
      {hasMessages && <SetupBehaviour settings={settings} onChange={setSettings} />}
      {test.error && (
        <Banner tone="err" inset>
          {describeError(test.error).message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="solid" icon={PlugZap} busy={test.isPending} disabled={!isComplete} onClick={() => test.mutate()}>
          {t('setup.test')}
        </Button>
        {canTry && (
          <Button icon={FlaskConical} onClick={() => setTrying(true)}>
            {t('lab')}
          </Button>
        )}
        {canTry && <PreviewButton botId={resourceId} connectorId={channel.id} />}
        {channel.id === MINI_PROGRAM && account && canTry && (
          <PackageButton botId={resourceId} appId={account.config['app_id'] ?? ''} />
        )}
        {isTrying && <LabDialog botId={resourceId} channel={channel} onClose={() => setTrying(false)} />}
        {account && (
          <Switch checked={account.is_paused} disabled={pause.isPending} onChange={(isOn) => pause.mutate(isOn)}>
            {t('pause')}
          </Switch>
        )}
        {account && (
          <Button kind="ghost" className="ml-auto" onClick={() => void remove()}>
            {t('remove')}
          </Button>
        )}
      </div>
    </>
  )
}

interface StateBannerProps {
  state: NonNullable<ChannelForm['account']>['state']
  missing: readonly string[]
  isPaused: boolean
}
function StateBanner({ state, missing, isPaused }: StateBannerProps) {
  const t = useT('channel')
  const isWell = state === 'serving' || state === 'ready'
  return (
    <Banner tone={isPaused ? 'warn' : isWell || state === 'untested' ? 'info' : 'err'} inset>
      <span className="flex flex-col gap-1">
        <span className="flex items-center gap-2 font-medium">
          <Icon of={isWell ? CircleCheck : TriangleAlert} />
          {isPaused ? t('state.paused') : t(`state.${state}`)}
        </span>
        {!isWell && missing.length > 0 && (
          <ul aria-label={t('setup.missing')} className="flex flex-col gap-1">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </span>
    </Banner>
  )
}
