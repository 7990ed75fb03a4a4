import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { type BotForm, emptyBotForm, isReadyForm } from '../../create/bot-form.ts'
import { refreshBotLists } from '../../bot.queries.ts'
import { creatingBot } from '../../create/create-bot.ts'
import { BotFormFields } from './bot-form-fields.tsx'

/** Opened from the create menu, the develop page and the palette. */
export function CreateBotDialog() {
  const t = useT('bot')
  const space = creatingBot.use()
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const [form, setForm] = useState<BotForm>(emptyBotForm)
  const [refusal, setRefusal] = useState<string>()
  const close = () => creatingBot.set(null)
  const create = useMutation({
    mutationFn: () =>
      api.bot.create({
        space_id: space!.id,
        name: form.name.trim(),
        description: form.target.trim(),
        icon_uri: form.icon?.uri ?? '',
        create_from: 'studio',
      }),
    onSuccess: (made) => {
      if (made.check_not_pass) return setRefusal(made.check_not_pass_msg || t('form.refused'))
      toast.ok(t('bot_created_toast'))
      void refreshBotLists()
      void navigate({
        to: '/space/$space_id/bot/$bot_id',
        params: { space_id: space!.id, bot_id: made.bot_id },
      })
      return close()
    },
    onError: (error) => toast.error(t('Create_failed'), { error, id: 'create-bot' }),
  })
  if (!space) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReadyForm(form) && !create.isPending) create.mutate()
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && close()}
      title={t('create.title')}
      description={t('create.text', { space: spaceName(space) })}
      keepOnOutsidePress={form !== emptyBotForm}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReadyForm(form)} busy={create.isPending}>
            {t('create.action')}
          </Button>
        </>
      }
    >
      <BotFormFields
        spaceId={space.id}
        id={`new:${space.id}`}
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
