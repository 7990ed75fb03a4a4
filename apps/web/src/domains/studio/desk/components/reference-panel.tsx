import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { referencesQuery } from '../desk.queries.ts'

interface ReferencePanelProps {
  urls: readonly string[]
  onChange: (urls: readonly string[]) => void
}

/** Web pages that the assistant uses as references. */
export function ReferencePanel({ urls, onChange }: ReferencePanelProps) {
  const t = useT('desk')
  const [url, setUrl] = useState('')
  const { data = [] } = useQuery(referencesQuery(urls))
  const add = useMutation({
    mutationFn: () => api.deskWriter.saveReferences({ references: [{ url: url.trim(), is_user_add: true }] }),
    onSuccess: ([saved]) => {
      if (saved && !urls.includes(saved.url)) onChange([...urls, saved.url])
      setUrl('')
    },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (url.trim()) add.mutate()
        }}
      >
        <Field label={t('references.url')} className="min-w-0 flex-1">
          <Input
            value={url}
            placeholder={t('references.placeholder')}
            onChange={({ target }) => setUrl(target.value)}
          />
        </Field>
        <Button type="submit" icon={Plus} busy={add.isPending} disabled={!url.trim()}>
          {t('references.add')}
        </Button>
      </form>
      {add.error ? <ErrorPanel title={t('references.failed')} error={add.error} /> : null}
      {urls.length === 0 && <p className="text-mute">{t('references.empty')}</p>}
      <ul className="flex flex-col gap-2">
        {data.map((reference) => (
          <li key={reference.url} className="flex items-start gap-2 rounded-md border border-line p-3">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{reference.title}</p>
              <p className="truncate text-small text-mute">{reference.url}</p>
            </div>
            <IconButton
              size="sm"
              icon={X}
              label={t('references.remove', { name: reference.title })}
              onClick={() => onChange(urls.filter((one) => one !== reference.url))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
