import type { ManagedProvider } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatContext } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { type RemoteModel, remoteModelsQuery, type Scope } from '../model.queries.ts'
import { typeNames } from '../model-types.ts'
import { AllowAddress } from './allow-address.tsx'

interface RemoteModelsProps {
  scope: Scope
  provider: ManagedProvider
  /** The id of the model in the form. */
  value: string
  onChoose: (model: RemoteModel) => void
}

/** The models that the provider lists. If it lists none, the id is typed below. */
export function RemoteModels({ scope, provider, value, onChoose }: RemoteModelsProps) {
  const t = useT('model')
  const { data, error, isPending, refetch } = useQuery(remoteModelsQuery(scope, provider.id))
  const items = useMemo(
    () =>
      (data?.models ?? []).map((model) => ({
        value: model.model,
        label: model.name,
        description: [
          t(`type.${typeNames[model.type]}`),
          model.context_tokens ? t('context', { tokens: formatContext(model.context_tokens) }) : '',
          model.is_added ? t('remote.added') : '',
        ]
          .filter(Boolean)
          .join(' · '),
        model,
      })),
    [data, t],
  )
  if (error)
    return (
      <>
        <ErrorPanel title={t('remote.failed')} error={error} />
        <AllowAddress error={error} address={provider.base_url} onAllowed={() => void refetch()} />
      </>
    )
  const help = isPending
    ? t('remote.loading')
    : items.length
      ? t('remote.found', { count: items.length })
      : t('remote.none')
  return (
    <Field label={t('remote', { provider: provider.name })} help={help}>
      <Combobox
        label={t('remote', { provider: provider.name })}
        placeholder={t('remote.choose')}
        searchPlaceholder={t('search')}
        items={items}
        value={items.find((item) => item.value === value) ?? null}
        disabled={items.length === 0}
        onChange={(next) => next && onChoose(next.model)}
      />
    </Field>
  )
}
