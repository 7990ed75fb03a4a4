import type { ManagedProvider } from '@orrery/contract'
import { MODEL_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { manageApi, providersQuery, refreshModels, type Scope } from '../model.queries.ts'
import {
  addressHelp,
  choosePreset,
  exampleAddress,
  isReadyProvider,
  keyPage,
  needsAddress,
  type ProviderForm,
  readProvider,
  requiresKey,
} from '../provider-form.ts'
import { AllowAddress } from './allow-address.tsx'
import { PresetPicker } from './preset-picker.tsx'

interface ProviderDialogProps {
  scope: Scope
  provider?: ManagedProvider
  /** Called with a new provider, which has no models yet. */
  onAdded: (provider: ManagedProvider) => void
  onClose: () => void
}

/** Adds or edits a provider. A stored key is never sent back; an empty field keeps it. */
export function ProviderDialog({ scope, provider, onAdded, onClose }: ProviderDialogProps) {
  const t = useT('model')
  const [form, setForm] = useState<ProviderForm>(() => readProvider(provider))
  const set = (change: Partial<ProviderForm>) => setForm({ ...form, ...change })
  const { calls, base } = manageApi(scope)
  const usualName = t(`preset.${form.preset}`)
  const save = useMutation({
    mutationFn: async () => {
      const shared = { ...base, name: form.name.trim() || usualName, base_url: form.address.trim() }
      if (provider) {
        await calls.updateProvider({ ...shared, provider_id: provider.id, api_key: form.key || undefined })
        await refreshModels()
        return undefined
      }
      const { id } = await calls.createProvider({ ...shared, kind: form.kind, api_key: form.key })
      await refreshModels()
      const fresh = await queryClient.fetchQuery({ ...providersQuery(scope), staleTime: 0 })
      return fresh.providers.find((provider) => provider.id === id)
    },
    onSuccess: (added) => (added ? onAdded(added) : onClose()),
  })
  return (
    <FormDialog
      size="lg"
      title={provider ? t('provider.edit') : t('provider.add')}
      description={t('provider.text')}
      isDirty
      isReady={isReadyProvider(form)}
      call={save}
      action={provider ? t('save') : t('provider.next')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!provider && <PresetPicker value={form.preset} onChange={(preset) => setForm(choosePreset(form, preset))} />}
      <p className="text-small text-mute">{t(`preset.${form.preset}.text`)}</p>
      <Field label={t('provider.name')}>
        <Input
          limit={MODEL_LIMITS.provider}
          value={form.name}
          placeholder={usualName}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field
        label={t('provider.address')}
        required={needsAddress(form)}
        help={provider && form.address !== provider.base_url ? t('provider.address.moved') : t(addressHelp(form))}
      >
        <Input
          mono
          value={form.address}
          placeholder={exampleAddress(form)}
          onChange={(event) => set({ address: event.target.value })}
        />
      </Field>
      <Field label={t('provider.key')} help={<KeyHelp form={form} provider={provider} />}>
        <PasswordInput
          value={form.key}
          autoComplete="off"
          placeholder={provider?.has_key ? '••••••••' : ''}
          onChange={(event) => set({ key: event.target.value })}
        />
      </Field>
      <AllowAddress error={save.error} address={form.address.trim()} onAllowed={() => save.mutate()} />
    </FormDialog>
  )
}

function KeyHelp({ form, provider }: { form: ProviderForm; provider: ManagedProvider | undefined }) {
  const t = useT('model')
  if (provider?.has_key) return t('key.stays', { hint: provider.key_hint })
  if (!requiresKey(form)) return t('key.optional')
  return (
    <>
      {t('key.help')}{' '}
      <a href={keyPage(form)} target="_blank" rel="noreferrer" className="text-brand underline underline-offset-2">
        {t('key.page')}
      </a>
    </>
  )
}
