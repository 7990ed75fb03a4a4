import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { refreshPrompts } from '../prompts.queries.ts'

/** The URL that is notified of releases. */
export function WebhookSetting({ spaceId, current }: { spaceId: string; current: string }) {
  const t = useT('prompts')
  const [url, setUrl] = useState(current)
  const [secret, setSecret] = useState('')
  const save = useMutation({
    mutationFn: () => api.promptRelease.saveSettings({ space_id: spaceId, webhook_url: url.trim() }),
    onSuccess: async ({ webhook_secret: made }) => {
      setSecret(made ?? '')
      await refreshPrompts()
    },
  })
  return (
    <>
      <Field label={t('hook.url')} help={t('hook.help')} className="w-full max-w-160">
        <div className="flex gap-2">
          <Input type="url" value={url} onChange={(event) => setUrl(event.target.value)} />
          <Button disabled={url.trim() === current} busy={save.isPending} onClick={() => save.mutate()}>
            {t('hook.save')}
          </Button>
        </div>
      </Field>
      {save.error && <ErrorPanel error={save.error} />}
      {secret && (
        <ShownOnce
          value={secret}
          title={t('hook.secret')}
          warning={t('hook.once')}
          label={t('hook.secret')}
          how={t('hook.how')}
          copy={t('hook.copy')}
          copied={t('hook.copied')}
          done={t('hook.done')}
          onClose={() => setSecret('')}
        />
      )}
    </>
  )
}
