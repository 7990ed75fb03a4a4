import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type ConnectionForm, formOf, inputOf, isReady } from '../connection-form.ts'
import { type Connection, domainsQuery, useEnterpriseId } from '../sso.queries.ts'
import { MappingFields } from './mapping-fields.tsx'
import { ProviderFields } from './provider-fields.tsx'

interface ConnectionDialogProps {
  connection: Connection | undefined
  onDone: () => void
  onClose: () => void
}

/** Creates a connection, or changes one. */
export function ConnectionDialog({ connection, onDone, onClose }: ConnectionDialogProps) {
  const t = useT('sso')
  const enterprise_id = useEnterpriseId()
  const domains = (useQuery(domainsQuery(enterprise_id)).data ?? [])
    .filter((row) => row.verified_at > 0)
    .map((row) => row.domain)
  const [form, setForm] = useState(() => formOf(connection, domains))
  const set = (change: Partial<ConnectionForm>) => setForm((before) => ({ ...before, ...change }))
  const save = useMutation({
    mutationFn: () => {
      const input = inputOf(form, connection)
      return connection
        ? api.ssoConnections.update({ enterprise_id, connection_id: connection.id, ...input })
        : api.ssoConnections.create({ enterprise_id, ...input })
    },
    onSuccess: onDone,
  })
  const toggle = (domain: string) =>
    set({
      domains: form.domains.includes(domain) ? form.domains.filter((one) => one !== domain) : [...form.domains, domain],
    })
  return (
    <FormDialog
      size="md"
      title={connection ? t('connection.edit') : t('connection.add')}
      isDirty
      isReady={isReady(form, !connection)}
      call={save}
      action={connection ? t('connection.save') : t('connection.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!connection && (
        <Segmented
          label={t('connection.kind')}
          items={(['oidc', 'saml', 'ldap'] as const).map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          value={form.kind}
          onChange={(kind) => set({ kind })}
        />
      )}
      <Field label={t('connection.name')}>
        <Input
          maxLength={50}
          placeholder={t('connection.nameHint')}
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <ProviderFields form={form} onChange={set} isNew={!connection} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{t('connection.domains')}</legend>
        {domains.length === 0 && <p className="text-small text-mute">{t('connection.noDomains')}</p>}
        {domains.map((domain) => (
          <Checkbox key={domain} checked={form.domains.includes(domain)} onChange={() => toggle(domain)}>
            {domain}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox checked={form.createsAccounts} onChange={(createsAccounts) => set({ createsAccounts })}>
        {t('connection.creates')}
      </Checkbox>
      <Checkbox checked={form.trustsEmail} onChange={(trustsEmail) => set({ trustsEmail })}>
        {t('connection.trusts')}
      </Checkbox>
      <MappingFields
        rows={form.mapping}
        claims={Object.keys(connection?.tested_claims ?? {})}
        onChange={(mapping) => set({ mapping })}
      />
    </FormDialog>
  )
}
