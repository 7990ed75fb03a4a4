import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { type BotForm, isReadyForm } from '../../create/bot-form.ts'
import { useEditor } from '../../draft/draft-context.ts'
import { BotFormFields } from './bot-form-fields.tsx'

/** Edits name, description and picture. The form saves them itself, so that it can show a rejection. */
export function BotInfoDialog({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  const { store, botId, spaceId } = useEditor()
  const [before] = useState(() => store.current().info)
  const [form, setForm] = useState<BotForm>({
    name: before.name,
    target: before.description,
    icon: before.icon_uri ? { uri: before.icon_uri, url: before.icon_url } : null,
  })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const fail = (error: unknown) => void toast.error(t('Update_failed'), { error, id: 'update-bot' })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isReadyForm(form) || isBusy) return
    if (!botId) return fail(t('bot_copy_id_error'))
    setBusy(true)
    setRefusal(undefined)
    store.edit({
      name: form.name.trim(),
      description: form.target.trim(),
      icon_uri: form.icon?.uri ?? '',
      icon_url: form.icon?.url ?? '',
    })
    await store.flush()
    setBusy(false)
    const { state } = store.current()
    if (state.is === 'refused') setRefusal(state.reason || t('form.refused'))
    else if (state.is === 'failed') fail(state.error)
    else {
      if (state.is === 'saved') toast.ok(t('Update_success'))
      onClose()
      return
    }
    // A rejected value must not block the other edits.
    const { name, description, icon_uri, icon_url } = before
    store.edit({ name, description, icon_uri, icon_url })
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('info.edit')}
      keepOnOutsidePress
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReadyForm(form)} busy={isBusy}>
            {t('ok')}
          </Button>
        </>
      }
    >
      <BotFormFields
        spaceId={spaceId}
        id={botId}
        form={form}
        refusal={refusal}
        onChange={(change) => {
          setRefusal(undefined)
          setForm({ ...form, ...change })
        }}
      />
    </Dialog>
  )
}
