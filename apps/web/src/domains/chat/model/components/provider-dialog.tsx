import type { ManagedProvider } from '@orrery/contract'
import { providerKinds } from '@orrery/contract/shared/model-support'
import { MODEL_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { manageApi, providersQuery, refreshModels, type Scope } from '../model.queries.ts'
import { defaultAddress, needsAddress, needsKey, type ProviderKind, useKindName } from '../provider-texts.ts'
import { TestPanel } from './test-panel.tsx'

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
  const kindName = useKindName()
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'openai-compatible')
  const [name, setName] = useState(provider?.name ?? '')
  const [address, setAddress] = useState(provider?.base_url ?? '')
  const [key, setKey] = useState('')
  const [model, setModel] = useState(provider?.models[0]?.model ?? '')
  const { calls, base } = manageApi(scope)
  const shownName = name.trim() || kindName(kind)
  const save = useMutation({
    mutationFn: async () => {
      if (provider) {
        const fields = { name: shownName, base_url: address.trim(), api_key: key === '' ? undefined : key }
        await calls.updateProvider({ ...base, provider_id: provider.id, ...fields })
        await refreshModels()
        return undefined
      }
      const input = { ...base, kind, name: shownName, base_url: address.trim(), api_key: key }
      const { id } = await calls.createProvider(input)
      await refreshModels()
      const fresh = await queryClient.fetchQuery({ ...providersQuery(scope), staleTime: 0 })
      return fresh.providers.find((provider) => provider.id === id)
    },
    onSuccess: (added) => (added ? onAdded(added) : onClose()),
  })
  const isReady = !needsAddress(kind) || address.trim() !== '' || kind === 'ollama'
  return (
    <FormDialog
      size="md"
      title={provider ? t('provider.edit') : t('provider.add')}
      description={t('provider.text')}
      isDirty
      isReady={isReady}
      call={save}
      action={provider ? t('save') : t('provider.next')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('provider.kind')}>
        <Select
          items={providerKinds.map((value) => ({
            value,
            label: kindName(value),
            description: t(`kind.${value}.text`),
          }))}
          value={kind}
          disabled={provider !== undefined}
          onChange={setKind}
        />
      </Field>
      <Field label={t('provider.name')}>
        <Input
          limit={MODEL_LIMITS.provider}
          value={name}
          placeholder={kindName(kind)}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label={t('provider.address')}
        required={kind === 'openai-compatible'}
        help={
          provider && address !== provider.base_url
            ? t('provider.address.moved')
            : t(kind === 'openai-compatible' ? 'provider.address.compatible' : 'provider.address.help')
        }
      >
        <Input
          mono
          value={address}
          placeholder={defaultAddress[kind] || 'https://models.example.com/v1'}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Field
        label={t('provider.key')}
        help={
          provider?.has_key
            ? t('key.stays', { hint: provider.key_hint })
            : needsKey(kind)
              ? t('key.help')
              : t('key.optional')
        }
      >
        <PasswordInput
          value={key}
          autoComplete="off"
          placeholder={provider?.has_key ? '••••••••' : ''}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <TestPanel
        scope={scope}
        input={{
          provider_id: provider?.id,
          kind,
          base_url: address.trim() || undefined,
          api_key: key || undefined,
          model,
        }}
      >
        <Input
          mono
          value={model}
          aria-label={t('test.model')}
          placeholder={t('test.model.placeholder')}
          onChange={(event) => setModel(event.target.value)}
        />
      </TestPanel>
    </FormDialog>
  )
}
