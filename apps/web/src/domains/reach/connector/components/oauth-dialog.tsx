import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { oauthSchemaQuery, type OwnConnector, refreshConnectors } from '../connector.queries.ts'

type Values = Readonly<Record<string, string>>
const read = (text: string): Values => (text ? (JSON.parse(text) as Values) : {})

/** Sets how people connect their account at the author's service. The server describes the fields of the form. */
export function OauthDialog({ connector, onClose }: { connector: OwnConnector; onClose: () => void }) {
  const t = useT('connector')
  const { data } = useQuery(oauthSchemaQuery)
  const [first] = useState(() => read(connector.oauth_config))
  const [values, setValues] = useState(first)
  const items = data?.schema_area.schema_list ?? []
  const save = useMutation({
    mutationFn: (config: string) =>
      api.connectorSetup.updateOauth({ connector_id: connector.id, oauth_config: config }),
    onSuccess: async (_, config) => {
      await refreshConnectors()
      toast.ok(t(config ? 'oauth.saved' : 'oauth.removed'))
      onClose()
    },
  })
  const isReady = items.length > 0 && items.every((item) => !item.rules[0]?.required || values[item.name]?.trim())
  const link = data?.copy_link_area.link_list[0]
  const set = (name: string, value: string) => setValues({ ...values, [name]: value })
  return (
    <FormDialog
      title={t('oauth.of', { name: connector.name })}
      description={t('oauth.text')}
      isDirty={JSON.stringify(values) !== JSON.stringify(first)}
      isReady={isReady}
      call={save}
      action={t('oauth.save')}
      extra={
        connector.oauth_config && (
          <Button kind="ghost" onClick={() => save.mutate('')}>
            {t('oauth.remove')}
          </Button>
        )
      }
      onSubmit={() => save.mutate(JSON.stringify(values))}
      onClose={onClose}
    >
      {link && (
        <Field label={link.title} help={data?.copy_link_area.description}>
          <span className="flex items-center gap-1">
            <code className="min-w-0 truncate">{link.link}</code>
            <CopyButton size="sm" text={link.link} />
          </span>
        </Field>
      )}
      {items.map((item) => {
        const value = values[item.name] ?? ''
        const onChange = (event: { target: { value: string } }) => set(item.name, event.target.value)
        return (
          <Field key={item.name} label={item.title} required={item.rules[0]?.required ?? false}>
            {item.component === 'Select' ? (
              <Select
                items={item.enums}
                value={value || item.enums[0]!.value}
                onChange={(next) => set(item.name, next)}
              />
            ) : item.component === 'Password' ? (
              <PasswordInput value={value} autoComplete="off" onChange={onChange} />
            ) : (
              <Input
                value={value}
                maxLength={item.rules[0]?.max}
                placeholder={item.placeholder}
                spellCheck={false}
                onChange={onChange}
              />
            )}
          </Field>
        )
      })}
    </FormDialog>
  )
}
