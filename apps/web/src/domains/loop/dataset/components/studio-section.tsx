import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshCrowd, studioQuery } from '../crowd.queries.ts'

/** The Label Studio server of the space, connected once for all of its datasets. */
export function StudioSection({ spaceId, mayManage }: { spaceId: string; mayManage: boolean }) {
  const t = useT('dataset')
  const link = useQuery(studioQuery(spaceId)).data
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const connect = useMutation({
    mutationFn: () => api.datasetCrowd.connect({ spaceID: spaceId, url, token }),
    onSuccess: async () => {
      setToken('')
      toast.ok(t('studio.connected'))
      await refreshCrowd()
    },
  })
  const disconnect = useMutation({
    mutationFn: () => api.datasetCrowd.disconnect({ spaceID: spaceId }),
    onSettled: () => refreshCrowd(),
  })
  if (link === undefined || (!mayManage && !link)) return null
  return (
    <SettingsSection title={t('studio.title')} text={t('studio.text')}>
      {link ? (
        <div className="flex flex-wrap items-center gap-3">
          <span data-user-text className="min-w-0 flex-1 truncate">
            {link.url}
          </span>
          <span className="text-mute">{t('studio.account', { account: link.account })}</span>
          {mayManage && (
            <Button busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
              {t('studio.disconnect')}
            </Button>
          )}
        </div>
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (url && token) connect.mutate()
          }}
        >
          <Field label={t('studio.url')} required>
            <Input value={url} placeholder="https://" onChange={({ target }) => setUrl(target.value)} />
          </Field>
          <Field label={t('studio.token')} help={t('studio.tokenHelp')} required>
            <PasswordInput autoComplete="off" value={token} onChange={({ target }) => setToken(target.value)} />
          </Field>
          <span>
            <Button type="submit" disabled={!url || !token} busy={connect.isPending}>
              {t('studio.connect')}
            </Button>
          </span>
          {connect.error && <ErrorPanel error={connect.error} />}
        </form>
      )}
    </SettingsSection>
  )
}
