import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { type EventApp, refreshDeveloper } from '../developer.queries.ts'

const [ofAll, ofChannel] = [1, 2] as const
const channels = { api: ConnectorId.api, webSdk: ConnectorId.webSdk, page: ConnectorId.page } as const
const names = ['api', 'webSdk', 'page'] as const

/** Edits a program that receives events. The channel can be chosen only once; name and URL can be changed. */
export function EventAppDialog({ app, onClose }: { app: EventApp | undefined; onClose: () => void }) {
  const t = useT('developer')
  const form = useForm<{ name: string; url: string; channel: 'all' | (typeof names)[number] }>({
    name: app?.name ?? '',
    url: app?.callbackUrl ?? '',
    channel: 'all',
  })
  const { channel } = form.values
  const [name, url] = [form.values.name.trim(), form.values.url.trim()]
  const save = useMutation({
    mutationFn: async () => {
      if (app) await api.apiApp.update({ id: app.id, ...(!app.channelId && { name }), callback_url: url })
      else
        await api.apiApp.create({
          app_type: channel === 'all' ? ofAll : ofChannel,
          name,
          connector_id: channel === 'all' ? '' : channels[channel],
          callback_url: url,
        })
    },
    onSuccess: async () => {
      await refreshDeveloper('apps')
      toast.ok(t('app.saved', { name }))
      onClose()
    },
  })
  const isAddress = url === '' || (URL.canParse(url) && /^https?:/.test(url))
  return (
    <FormDialog
      title={app ? t('app.edit') : t('app.add')}
      description={t('app.dialogText')}
      isDirty={form.isDirty}
      isReady={name !== '' && isAddress}
      call={save}
      action={app ? t('app.save') : t('app.add')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!app && (
        <Field label={t('app.channel')} help={t('app.channelHelp')}>
          <Select
            value={channel}
            onChange={(next) => form.set({ channel: next })}
            items={[
              { value: 'all', label: t('app.everyChannel') },
              ...names.map((value) => ({ value, label: t(`channel.${value}`) })),
            ]}
          />
        </Field>
      )}
      {!app?.channelId && (
        <Field label={t('app.name')} required>
          <Input maxLength={64} {...form.text('name')} />
        </Field>
      )}
      <Field label={t('app.url')} help={t('app.urlHelp')} error={isAddress ? undefined : t('app.urlFault')}>
        <Input mono type="url" maxLength={2000} spellCheck={false} {...form.text('url')} />
      </Field>
    </FormDialog>
  )
}
