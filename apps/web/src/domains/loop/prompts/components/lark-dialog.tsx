import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type LarkSettings, larkQuery, refreshPrompts } from '../prompts.queries.ts'

/** The app that announces releases on Lark or Feishu, and the reader’s account there. */
export function LarkDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const { data } = useQuery(larkQuery(spaceId))
  return data ? <LarkForm spaceId={spaceId} data={data} onClose={onClose} /> : null
}

function LarkForm({ spaceId, data, onClose }: { spaceId: string; data: LarkSettings; onClose: () => void }) {
  const t = useT('prompts')
  const { values, isDirty, text, field } = useForm(() => ({
    appId: data.app_id,
    platform: data.platform === 'feishu' ? ('feishu' as const) : ('lark' as const),
    secret: '',
    key: '',
    token: '',
  }))
  const save = useMutation({
    mutationFn: () =>
      api.promptLark.saveSettings({
        space_id: spaceId,
        app_id: values.appId.trim(),
        platform: values.platform,
        base_url: data.base_url,
        app_secret: values.secret.trim(),
        encrypt_key: values.key.trim(),
        verification_token: values.token.trim(),
      }),
    onSuccess: refreshPrompts,
  })
  const kept = data.has_secret ? t('lark.kept') : undefined
  return (
    <FormDialog
      title={t('lark.title')}
      description={t('lark.text')}
      isDirty={isDirty}
      isReady={isDirty}
      call={save}
      action={t('lark.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('lark.platform')}>
        <Segmented
          label={t('lark.platform')}
          {...field('platform')}
          items={[
            { value: 'lark', label: t('lark.lark') },
            { value: 'feishu', label: t('lark.feishu') },
          ]}
        />
      </Field>
      <Field label={t('lark.appId')} help={t('lark.appIdHelp')}>
        <Input {...text('appId')} />
      </Field>
      <Field label={t('lark.secret')} help={kept}>
        <PasswordInput {...text('secret')} autoComplete="off" />
      </Field>
      <Field label={t('lark.key')} help={kept}>
        <PasswordInput {...text('key')} autoComplete="off" />
      </Field>
      <Field label={t('lark.token')} help={kept}>
        <PasswordInput {...text('token')} autoComplete="off" />
      </Field>
      <Field label={t('lark.callback')}>
        <Input readOnly value={data.callback_url} />
      </Field>
      {data.has_secret && <BindAccount spaceId={spaceId} isBound={data.is_bound} />}
    </FormDialog>
  )
}

/** Sends a code to the account on Lark. Entering the code here proves that it belongs to the reader. */
function BindAccount({ spaceId, isBound }: { spaceId: string; isBound: boolean }) {
  const t = useT('prompts')
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const send = useMutation({ mutationFn: () => api.promptLark.bind({ space_id: spaceId, email: email.trim() }) })
  const confirm = useMutation({
    mutationFn: () => api.promptLark.confirm({ space_id: spaceId, code: code.trim() }),
    onSuccess: refreshPrompts,
  })
  if (isBound) return <p className="text-ok">{t('lark.bound')}</p>
  const error = send.error ?? confirm.error
  return (
    <>
      <Field label={t('lark.email')} help={t('lark.emailHelp')}>
        <div className="flex gap-2">
          <Input value={email} onChange={(event) => setEmail(event.target.value)} />
          <Button disabled={!email.trim()} busy={send.isPending} onClick={() => send.mutate()}>
            {t('lark.send')}
          </Button>
        </div>
      </Field>
      {send.isSuccess && (
        <Field label={t('lark.code')}>
          <div className="flex gap-2">
            <Input value={code} onChange={(event) => setCode(event.target.value)} />
            <Button disabled={!code.trim()} busy={confirm.isPending} onClick={() => confirm.mutate()}>
              {t('lark.bind')}
            </Button>
          </div>
        </Field>
      )}
      {error && <ErrorPanel error={error} />}
    </>
  )
}
