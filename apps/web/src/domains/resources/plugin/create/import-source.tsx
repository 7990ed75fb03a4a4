import { useMutation } from '@tanstack/react-query'
import { PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { isAddress } from '../plugin-form.ts'

export type Converted = Awaited<ReturnType<typeof api.plugin.convert>>

interface ImportSourceProps {
  spaceId: string
  onRead: (converted: Converted) => void
}

/** An API description in any common format: from a file, pasted, or from a URL. */
export function ImportSource({ spaceId, onRead }: ImportSourceProps) {
  const t = useT('plugin')
  const [from, setFrom] = useState<'file' | 'paste' | 'url'>('file')
  const [text, setText] = useState('')
  const [url, setUrl] = useState('')
  const read = useMutation({
    mutationFn: async (source: { data: string } | { data_url: string } | { file: File }) => {
      const given = 'file' in source ? { data: await source.file.text() } : source
      return api.plugin.convert({ ...given, space_id: spaceId })
    },
    onSuccess: onRead,
  })
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('import.from')}
        items={(['file', 'paste', 'url'] as const).map((value) => ({ value, label: t(`import.${value}`) }))}
        value={from}
        onChange={(next) => {
          setFrom(next)
          read.reset()
        }}
      />
      {from === 'file' && (
        <FileDrop
          accept=".json,.yaml,.yml,.har,.txt,.postman_collection"
          maxBytes={PLUGIN_LIMITS.import}
          maxCount={1}
          note={t('import.file.note', { size: formatBytes(PLUGIN_LIMITS.import) })}
          disabled={read.isPending}
          onFiles={([file]) => file && read.mutate({ file })}
        />
      )}
      {from === 'paste' && (
        <>
          <Field label={t('import.paste.label')}>
            <Textarea
              mono
              rows={8}
              spellCheck={false}
              value={text}
              placeholder={'curl https://api.example.com/v1/things?limit=10'}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button
            className="self-start"
            disabled={text.trim() === ''}
            busy={read.isPending}
            onClick={() => read.mutate({ data: text })}
          >
            {t('import.read')}
          </Button>
        </>
      )}
      {from === 'url' && (
        <Field label={t('import.url.label')} help={t('import.url.help')}>
          <div className="flex gap-2">
            <Input
              mono
              type="url"
              value={url}
              placeholder="https://"
              onChange={(event) => setUrl(event.target.value)}
            />
            <Button disabled={!isAddress(url)} busy={read.isPending} onClick={() => read.mutate({ data_url: url })}>
              {t('import.read')}
            </Button>
          </div>
        </Field>
      )}
      {read.isPending && (
        <p role="status" className="text-small text-mute">
          {t('import.reading')}
        </p>
      )}
      {read.error && <ErrorPanel title={t('import.failed')} error={read.error} />}
    </div>
  )
}
