import { CREDENTIAL_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { appQuery, type OauthApp, refreshApps } from '../oauth.queries.ts'
import { AppProofs } from './app-proofs.tsx'

type ClientType = OauthApp['client_type']
const kinds = ['WebBackend', 'SinglePageOrNative', 'Terminal', 'Service'] as const
const withRedirect = (kind: ClientType) => kind !== 'Terminal' && kind !== 'Service'

interface AppDialogProps {
  /** Absent: a new app is created. */
  app?: OauthApp | undefined
  /** The dialog of a new app stays open to show its secret or key. */
  onCreated: (app: OauthApp) => void
  onClose: () => void
}

export function AppDialog({ app, onCreated, onClose }: AppDialogProps) {
  const t = useT('oauth')
  const stored = useQuery({ ...appQuery(app?.appid ?? ''), enabled: app !== undefined })
  const [name, setName] = useState(app?.name ?? '')
  const [description, setDescription] = useState(app?.description ?? '')
  const [kind, setKind] = useState<ClientType>(app?.client_type ?? 'WebBackend')
  const [typed, setTyped] = useState<string | null>(null)
  const redirects = typed ?? stored.data?.oauth2_configuration.redirect_uris.join('\n') ?? ''
  const save = useMutation({
    mutationFn: async (): Promise<OauthApp> => {
      const redirect_uris = redirects
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      const made = app ?? (await api.oauth.createApp({ name, description, client_type: kind })).app_meta
      const { appid } = made
      await api.oauth.updateApp({ appid, name, description, oauth2_configuration: { redirect_uris } })
      return made
    },
    onSuccess: async (made) => {
      await refreshApps()
      toast.ok(t(app ? 'app.saved' : 'app.created', { name }))
      if (app) onClose()
      else onCreated(made)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={app ? t('app.editTitle', { name: app.name }) : t('app.addTitle')}
      footer={
        <Button type="submit" form="oauth-app" kind="solid" disabled={!name.trim()} busy={save.isPending}>
          {app ? t('app.edit') : t('app.add')}
        </Button>
      }
    >
      <form id="oauth-app" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('app.name')} error={save.error && describeError(save.error).message}>
          <Input
            autoFocus
            value={name}
            maxLength={CREDENTIAL_LIMITS.name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('app.description')}>
          <Input value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        {app ? (
          <Field label={t('app.client')}>
            <div className="flex items-center gap-2">
              <Input readOnly mono value={app.client_id} />
              <CopyButton text={app.client_id} label={t('app.copyClient')} />
            </div>
          </Field>
        ) : (
          <Field label={t('app.kind')}>
            <Select
              items={kinds.map((value) => ({ value, label: t(`app.kind.${value}`) }))}
              value={kind}
              onChange={(value) => setKind(value as ClientType)}
            />
          </Field>
        )}
        {withRedirect(kind) && (
          <Field label={t('app.redirects')} help={t('app.redirectsHelp')}>
            <Textarea mono rows={3} value={redirects} onChange={(event) => setTyped(event.target.value)} />
          </Field>
        )}
      </form>
      {app && stored.data && <AppProofs app={app} stored={stored.data} />}
    </Dialog>
  )
}
