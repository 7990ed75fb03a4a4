import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { ConnectionForm } from '../connection-form.ts'

interface ProviderFieldsProps {
  form: ConnectionForm
  onChange: (change: Partial<ConnectionForm>) => void
  isNew: boolean
}

/** Fields that depend on the kind of provider. */
export function ProviderFields({ form, onChange, isNew }: ProviderFieldsProps) {
  const t = useT('sso')
  const text = (name: 'issuer' | 'clientId' | 'host' | 'port' | 'bindDn' | 'baseDn' | 'userFilter', hint?: string) => (
    <Field label={t(`field.${name}`)}>
      <Input placeholder={hint} value={form[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
    </Field>
  )
  const secret = (label: string) => (
    <Field label={label} help={isNew ? undefined : t('field.secretKept')}>
      <PasswordInput
        autoComplete="off"
        value={form.secret}
        onChange={(event) => onChange({ secret: event.target.value })}
      />
    </Field>
  )
  if (form.kind === 'oidc')
    return (
      <>
        {text('issuer', 'https://login.example.com')}
        {text('clientId')}
        {secret(t('field.clientSecret'))}
      </>
    )
  if (form.kind === 'saml')
    return (
      <Field label={t('field.metadata')} help={isNew ? t('field.metadataHelp') : t('field.metadataKept')}>
        <Textarea
          mono
          rows={4}
          value={form.metadata}
          onChange={(event) => onChange({ metadata: event.target.value })}
        />
      </Field>
    )
  return (
    <>
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        {text('host', 'ldap.example.com')}
        {text('port')}
      </div>
      <Field label={t('field.security')}>
        <Select
          items={[
            { value: 'tls', label: 'LDAPS' },
            { value: 'starttls', label: 'StartTLS' },
            { value: 'none', label: t('field.plain') },
          ]}
          value={form.security}
          onChange={(security) => onChange({ security })}
        />
      </Field>
      {text('baseDn', 'dc=example,dc=com')}
      {text('bindDn', 'cn=reader,dc=example,dc=com')}
      {secret(t('field.bindPassword'))}
      {text('userFilter')}
    </>
  )
}
