import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { webSearchQuery } from './network.queries.ts'

type Saved = Awaited<ReturnType<typeof api.instanceTools.webSearch>>
const kinds = ['none', 'searxng', 'brave'] as const

/** Selects the provider of web search for bots and workflows. */
export function WebSearchForm() {
  const t = useT('network')
  const { data } = useQuery(webSearchQuery)
  return (
    <SettingsSection title={t('search')} text={t('search.text')}>
      {data && <Fields key={`${data.kind} ${data.url}`} saved={data} />}
    </SettingsSection>
  )
}

function Fields({ saved }: { saved: Saved }) {
  const t = useT('network')
  const [kind, setKind] = useState<Saved['kind']>(saved.kind)
  const [url, setUrl] = useState(saved.url)
  const [key, setKey] = useState('')
  const save = useMutation({
    mutationFn: () => api.instanceTools.saveWebSearch({ kind, url: url.trim(), ...(key && { api_key: key }) }),
    onSuccess: async () => {
      setKey('')
      await queryClient.invalidateQueries({ queryKey: webSearchQuery.queryKey })
      toast.ok(t('search.saved'))
    },
  })
  const test = useMutation({ mutationFn: () => api.instanceTools.tryWebSearch({ query: 'orrery' }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Segmented
        label={t('search')}
        value={kind}
        onChange={setKind}
        items={kinds.map((value) => ({ value, label: t(`search.${value}`) }))}
      />
      {saved.source === 'file' && <p className="text-small text-mute">{t('search.file')}</p>}
      {kind !== 'none' && (
        <>
          <Field label={t('search.url')} required={kind === 'searxng'} help={t(`search.${kind}.help`)}>
            <Input mono value={url} onChange={(event) => setUrl(event.target.value)} />
          </Field>
          <Field
            label={t('search.key')}
            help={saved.key_hint ? t('search.key.stays', { hint: saved.key_hint }) : t('search.key.help')}
          >
            <PasswordInput value={key} autoComplete="off" onChange={(event) => setKey(event.target.value)} />
          </Field>
        </>
      )}
      {(save.error ?? test.error) && <ErrorPanel error={save.error ?? test.error} />}
      {test.data && (
        <p role="status" className="text-small text-ok">
          {t('search.works', { count: test.data.results.length })}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" kind="solid" busy={save.isPending}>
          {t('save')}
        </Button>
        <Button disabled={saved.source === 'none'} busy={test.isPending} onClick={() => test.mutate()}>
          {t('search.test')}
        </Button>
      </div>
    </form>
  )
}
