import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type OauthApp, refreshApps } from '../oauth.queries.ts'

type Stored = Awaited<ReturnType<typeof api.oauth.getApp>>

/** Credentials of an app: secrets, or public keys for apps that sign. */
export function AppProofs({ app, stored }: { app: OauthApp; stored: Stored }) {
  if (app.client_type === 'Service') return <Keys app={app} stored={stored} />
  return app.client_type === 'WebBackend' ? <Secrets app={app} stored={stored} /> : null
}

function Secrets({ app: { appid }, stored }: { app: OauthApp; stored: Stored }) {
  const t = useT('oauth')
  const create = useMutation({
    mutationFn: () => api.oauth.createSecret({ appid }, { toast: true }),
    onSuccess: refreshApps,
  })
  const remove = useMutation({
    mutationFn: (client_secret_id: string) => api.oauth.deleteSecret({ appid, client_secret_id }, { toast: true }),
    onSuccess: refreshApps,
  })
  const plain = create.data?.client_secret.plaintext
  return (
    <section className="mt-6 border-t border-line pt-4">
      <div className="flex items-center justify-between">
        <h3 className="font-semibold">{t('secret.title')}</h3>
        <Button size="sm" icon={Plus} busy={create.isPending} onClick={() => create.mutate()}>
          {t('secret.add')}
        </Button>
      </div>
      {plain && (
        <div className="mt-3 flex flex-col gap-2">
          <Banner inset tone="warn">
            {t('secret.once')}
          </Banner>
          <div className="flex items-center gap-2">
            <Input readOnly mono aria-label={t('secret.title')} value={plain} />
            <CopyButton text={plain} />
          </div>
        </div>
      )}
      <Rows
        rows={stored.client_secrets.map(({ id, mask }) => ({ id, text: mask }))}
        label={(name) => t('secret.delete', { name })}
        onRemove={(id) => remove.mutate(id)}
      />
    </section>
  )
}

function Keys({ app: { appid }, stored }: { app: OauthApp; stored: Stored }) {
  const t = useT('oauth')
  const [pem, setPem] = useState('')
  const add = useMutation({
    mutationFn: () => api.oauth.uploadKey({ appid, public_key_pem: pem }),
    onSuccess: async () => {
      setPem('')
      await refreshApps()
    },
  })
  const remove = useMutation({
    mutationFn: (fingerprint: string) => api.oauth.deleteKey({ fingerprint }, { toast: true }),
    onSuccess: refreshApps,
  })
  return (
    <section className="mt-6 border-t border-line pt-4">
      <Field label={t('key.title')} help={t('key.help')} error={add.error && describeError(add.error).message}>
        <Textarea mono rows={4} value={pem} onChange={(event) => setPem(event.target.value)} />
      </Field>
      <Button
        size="sm"
        icon={Plus}
        className="mt-2"
        disabled={!pem.trim()}
        busy={add.isPending}
        onClick={() => add.mutate()}
      >
        {t('key.add')}
      </Button>
      <Rows
        rows={stored.public_keys.map(({ fingerprint }) => ({ id: fingerprint, text: fingerprint }))}
        label={(name) => t('key.delete', { name })}
        onRemove={(id) => remove.mutate(id)}
      />
    </section>
  )
}

interface RowsProps {
  rows: readonly { id: string; text: string }[]
  label: (name: string) => string
  onRemove: (id: string) => void
}
function Rows({ rows, label, onRemove }: RowsProps) {
  return (
    <ul className="mt-2">
      {rows.map(({ id, text }) => (
        <li key={id} className="flex min-h-9 items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-mono text-small">{text}</span>
          <CopyButton text={text} />
          <IconButton size="sm" icon={Trash2} label={label(text)} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  )
}
