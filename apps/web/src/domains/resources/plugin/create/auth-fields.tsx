import { KEPT_SECRET } from '@orrery/contract/shared/plugin-enums'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { authKinds, grantTypes, type OAuthForm } from '../plugin-form.ts'
import { settingsQuery } from '../plugin.queries.ts'
import type { FormPartProps } from './meta-fields.tsx'

/** Authentication: none, a shared key, or OAuth per user. */
export function AuthFields({ form, onChange }: FormPartProps) {
  const t = useT('plugin')
  const settings = {
    none: undefined,
    service: <ServiceFields form={form} onChange={onChange} />,
    oauth: <OAuthFields form={form} onChange={onChange} />,
  }
  return (
    <section aria-label={t('auth.title')} className="flex flex-col gap-1">
      <h3 className="font-medium">{t('auth.title')}</h3>
      <RadioGroup
        label={t('auth.title')}
        items={authKinds.map((kind) => ({
          value: kind,
          label: t(`auth.${kind}`),
          description: t(`auth.${kind}.text`),
          settings: settings[kind],
        }))}
        value={form.auth}
        onChange={(auth) => onChange({ auth })}
      />
    </section>
  )
}

function ServiceFields({ form, onChange }: FormPartProps) {
  const t = useT('plugin')
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
      <Field label={t('auth.location')} className="col-span-full">
        <Segmented
          items={[
            { value: 'header', label: t('place.header') },
            { value: 'query', label: t('place.query') },
          ]}
          value={form.location}
          onChange={(location) => onChange({ location })}
        />
      </Field>
      <Field label={t('auth.key')} required>
        <Input mono value={form.key} onChange={(event) => onChange({ key: event.target.value })} />
      </Field>
      <Field label={t('auth.token')} required help={t('auth.token.help')}>
        <Secret value={form.token} onChange={(token) => onChange({ token })} />
      </Field>
    </div>
  )
}

function OAuthFields({ form, onChange }: FormPartProps) {
  const t = useT('plugin')
  const redirectUri = useQuery(settingsQuery).data?.redirectUri ?? ''
  const { oauth } = form
  const set = (change: Partial<OAuthForm>) => onChange({ oauth: { ...oauth, ...change } })
  const isPersonal = oauth.grantType === 'authorization_code'
  const text = (key: 'clientId' | 'pageUrl' | 'tokenUrl' | 'scope', isRequired: boolean, placeholder?: string) => (
    <Field label={t(`oauth.${key}`)} required={isRequired}>
      <Input
        mono
        value={oauth[key]}
        placeholder={placeholder}
        onChange={(event) => set({ [key]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
      <Field label={t('oauth.grant')} help={t(`oauth.grant.${oauth.grantType}.text`)} className="col-span-full">
        <Segmented
          items={grantTypes.map((value) => ({ value, label: t(`oauth.grant.${value}`) }))}
          value={oauth.grantType}
          onChange={(grantType) => set({ grantType })}
        />
      </Field>
      {text('clientId', true)}
      <Field
        label={t('oauth.clientSecret')}
        required={!isPersonal}
        help={isPersonal ? t('oauth.secret.help') : undefined}
      >
        <Secret value={oauth.clientSecret} onChange={(clientSecret) => set({ clientSecret })} />
      </Field>
      {isPersonal && text('pageUrl', true, 'https://')}
      {text('tokenUrl', true, 'https://')}
      {text('scope', false)}
      <Field label={t('oauth.clientAuth')}>
        <Segmented
          items={[
            { value: 'post', label: t('oauth.clientAuth.post') },
            { value: 'basic', label: t('oauth.clientAuth.basic') },
          ]}
          value={oauth.clientAuth}
          onChange={(clientAuth) => set({ clientAuth })}
        />
      </Field>
      {isPersonal && redirectUri && (
        <Field label={t('oauth.redirect')} help={t('oauth.redirect.help')} className="col-span-full">
          <Input mono readOnly value={redirectUri} after={<CopyButton size="sm" text={redirectUri} />} />
        </Field>
      )}
    </div>
  )
}

/** A stored secret is shown as stars. Typing replaces it; otherwise it is unchanged. */
function Secret({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT('plugin')
  const isKept = value === KEPT_SECRET
  return (
    <PasswordInput
      mono
      autoComplete="new-password"
      value={isKept ? '' : value}
      placeholder={isKept ? t('auth.kept') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
