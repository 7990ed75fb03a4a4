import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type AuditStream, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

const kinds = ['webhook', 'syslog', 's3'] as const
type Kind = AuditStream['config']['kind']
const empty = {
  name: '',
  url: '',
  host: '',
  port: 6514,
  authority: '',
  region: 'us-east-1',
  bucket: '',
  folder: 'audit',
  key: '',
  secret: '',
}
type Typed = typeof empty
type TextName = Exclude<keyof Typed, 'port'>

function configOf(kind: Kind, typed: Typed): AuditStream['config'] {
  if (kind === 'webhook') return { kind, url: typed.url }
  const { host, port, authority, url, region, bucket, folder, key } = typed
  return kind === 'syslog' ? { kind, host, port, authority } : { kind, url, region, bucket, folder, access_key_id: key }
}
const needed: Record<Kind, readonly TextName[]> = {
  webhook: ['name', 'url'],
  syslog: ['name', 'host'],
  s3: ['name', 'url', 'bucket', 'key', 'secret'],
}

/** Creates a receiver of the audit log; the server tests it before it is stored. */
export function CreateStreamDialog({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: string) => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [kind, setKind] = useState<Kind>('webhook')
  const [typed, setTyped] = useState(empty)
  const [isFromStart, setFromStart] = useState(false)
  const create = useMutation({
    mutationFn: () =>
      api.auditStreams.create({
        enterprise_id,
        name: typed.name.trim(),
        config: configOf(kind, typed),
        secret: kind === 's3' ? typed.secret : '',
        is_from_start: isFromStart,
      }),
    onSuccess: async ({ signing_secret: secret }) => {
      await refreshEnterprise(enterprise_id)
      onClose()
      onSecret(secret)
    },
  })
  const change = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }))
  const line = (name: TextName, placeholder = '') => (
    <Field label={t(`streams.field.${name}`)} required={needed[kind].includes(name)}>
      <Input
        value={typed[name]}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <FormDialog
      title={t('streams.add')}
      description={t('streams.addText')}
      size="md"
      isReady={needed[kind].every((name) => typed[name].trim() !== '')}
      isDirty={typed !== empty}
      call={create}
      action={t('streams.add')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Segmented
        label={t('streams.kind')}
        items={kinds.map((value) => ({ value, label: t(`streams.kind.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      {line('name')}
      {kind === 'webhook' && line('url', 'https://siem.example.com/audit')}
      {kind === 'syslog' && (
        <>
          {line('host', 'logs.example.com')}
          <Field label={t('streams.field.port')}>
            <NumberInput
              value={typed.port}
              min={1}
              max={65_535}
              grouping={false}
              className="w-28"
              onChange={(port) => change({ port: port ?? 6514 })}
            />
          </Field>
          <Field label={t('streams.field.authority')} help={t('streams.authorityHelp')}>
            <Textarea mono value={typed.authority} onChange={(event) => change({ authority: event.target.value })} />
          </Field>
        </>
      )}
      {kind === 's3' && (
        <>
          {line('url', 'https://s3.example.com')}
          {line('region')}
          {line('bucket')}
          {line('folder')}
          {line('key')}
          <Field label={t('streams.field.secret')} required>
            <PasswordInput
              value={typed.secret}
              autoComplete="off"
              onChange={(event) => change({ secret: event.target.value })}
            />
          </Field>
        </>
      )}
      <Checkbox checked={isFromStart} onChange={setFromStart}>
        {t('streams.fromStart')}
      </Checkbox>
    </FormDialog>
  )
}
