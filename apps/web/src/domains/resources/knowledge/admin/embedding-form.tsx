import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Setup, setupQuery } from './setup.queries.ts'

type Kind = Setup['embedding_config']['type']
const kinds = [0, 1, 2, 3, 4] as const
const OFF = 'off'

/** The model that creates the embeddings of new bases. */
export function EmbeddingForm({ setup }: { setup: Setup }) {
  const t = useT('knowledge')
  const saved = setup.embedding_config
  const { base_conn_info: place, embedding_info: about } = saved.connection
  const [kind, setKind] = useState<Kind | typeof OFF>(place.model ? saved.type : OFF)
  const [baseUrl, setBaseUrl] = useState(place.base_url)
  const [key, setKey] = useState('')
  const [model, setModel] = useState(place.model)
  const [batch, setBatch] = useState<number | null>(saved.max_batch_size)
  const isOff = kind === OFF
  const save = useMutation({
    mutationFn: () =>
      api.knowledge.saveSetup({
        knowledge_config: {
          builtin_model_id: setup.builtin_model_id,
          embedding_config: {
            type: isOff ? 1 : kind,
            max_batch_size: batch ?? saved.max_batch_size,
            connection: {
              base_conn_info: isOff ? {} : { base_url: baseUrl.trim(), api_key: key, model: model.trim() },
            },
          },
        },
      }),
    onSuccess: () => {
      setKey('')
      toast.ok(t('setup.saved'))
      return queryClient.invalidateQueries({ queryKey: setupQuery.queryKey })
    },
  })
  return (
    <SettingsSection title={t('setup.embedding')} text={t('setup.embeddingText')}>
      <div className="flex flex-col gap-3">
        <Field label={t('setup.provider')}>
          <Select
            value={String(kind)}
            onChange={(value) => setKind(value === OFF ? OFF : (Number(value) as Kind))}
            items={[
              { value: OFF, label: t('setup.type.off') },
              ...kinds.map((kind) => ({ value: String(kind), label: t(`setup.type.${kind}`) })),
            ]}
          />
        </Field>
        {!isOff && (
          <>
            <Field label={t('setup.model')} help={t('setup.modelHelp')}>
              <Input value={model} onChange={(event) => setModel(event.target.value)} />
            </Field>
            <Field label={t('setup.baseUrl')} help={t('setup.baseUrlHelp')}>
              <Input value={baseUrl} onChange={(event) => setBaseUrl(event.target.value)} />
            </Field>
            <Field label={t('setup.key')} help={t('setup.keyHelp')}>
              <PasswordInput
                value={key}
                placeholder={place.api_key}
                autoComplete="off"
                onChange={(event) => setKey(event.target.value)}
              />
            </Field>
            <Field label={t('setup.batch')}>
              <NumberInput value={batch} min={1} max={KNOWLEDGE_LIMITS.embeddingBatch} onChange={setBatch} />
            </Field>
          </>
        )}
        {about.dims > 0 && !isOff && <p className="text-small text-mute">{t('setup.dims', { count: about.dims })}</p>}
        {save.error && <ErrorPanel error={save.error} />}
        <Button
          kind="solid"
          className="self-start"
          busy={save.isPending}
          disabled={!isOff && !model.trim()}
          onClick={() => save.mutate()}
        >
          {isOff ? t('save') : t('setup.save')}
        </Button>
      </div>
    </SettingsSection>
  )
}
