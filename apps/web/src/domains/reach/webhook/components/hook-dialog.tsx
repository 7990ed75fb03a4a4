import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { botsQuery, type Hook, type HookEvent, hookEvents, refreshHooks } from '../webhook.queries.ts'

interface HookForm {
  botId: string
  url: string
  events: readonly HookEvent[]
}

interface HookDialogProps {
  spaceId: string
  /** Undefined: a new webhook. */
  hook: Hook | undefined
  /** Receives the secret of a new webhook, which is shown only this once. */
  onCreated: (secret: string) => void
  onClose: () => void
}

export function HookDialog({ spaceId, hook, onCreated, onClose }: HookDialogProps) {
  const t = useT('webhook')
  const { data: bots } = useQuery({ ...botsQuery(spaceId), enabled: !hook })
  const { values, set, text, isDirty } = useForm<HookForm>({
    botId: hook?.bot_id ?? '',
    url: hook?.url ?? '',
    events: hook?.events ?? hookEvents,
  })
  const { botId, events } = values
  const url = values.url.trim()
  const save = useMutation({
    mutationFn: async () => {
      const input = { bot_id: botId, url, events: [...events] }
      if (hook) await api.webhook.update({ ...input, webhook_id: hook.id })
      else onCreated((await api.webhook.create(input)).secret)
    },
    onSuccess: async () => {
      await refreshHooks()
      if (hook) toast.ok(t('saved'))
      onClose()
    },
  })
  const isAddress = URL.canParse(url) && /^https?:/.test(url)
  return (
    <FormDialog
      title={hook ? t('edit.title') : t('add')}
      description={t('add.text')}
      isDirty={isDirty}
      isReady={botId !== '' && isAddress && events.length > 0}
      call={save}
      action={hook ? t('save') : t('add')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!hook && (
        <Field label={t('bot')} required help={t('bot.unpublished')}>
          <Combobox
            items={bots ?? []}
            value={bots?.find((bot) => bot.value === botId) ?? null}
            onChange={(bot) => set({ botId: bot?.value ?? '' })}
            placeholder={t('bot.placeholder')}
          />
        </Field>
      )}
      <Field label={t('url')} required help={t('url.help')}>
        <Input {...text('url')} mono type="url" maxLength={2000} spellCheck={false} placeholder="https://" />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-small font-medium">{t('events')}</legend>
        {hookEvents.map((hookEvent) => (
          <Checkbox
            key={hookEvent}
            checked={events.includes(hookEvent)}
            onChange={(isOn) =>
              set({ events: hookEvents.filter((each) => (each === hookEvent ? isOn : events.includes(each))) })
            }
          >
            {t(`event.${hookEvent}`)}
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  )
}
