import { useMutation } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

interface ImagePanelProps {
  spaceId: string
  onTake: (text: string) => void
}

/** Images that fit: those of the space, or one that its image model draws. */
export function ImagePanel({ spaceId, onTake }: ImagePanelProps) {
  const t = useT('desk')
  const [words, setWords] = useState('')
  const find = useMutation({ mutationFn: () => api.deskWriter.image({ space_id: spaceId, param: words.trim() }) })
  const urls = find.data?.image_urls ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (words.trim()) find.mutate()
        }}
      >
        <Field label={t('images.words')} className="min-w-0 flex-1">
          <Input
            value={words}
            placeholder={t('images.placeholder')}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        <Button type="submit" icon={Images} busy={find.isPending} disabled={!words.trim()}>
          {t('images.find')}
        </Button>
      </form>
      {find.error ? <ErrorPanel title={t('images.failed')} error={find.error} /> : null}
      <p className="text-small text-mute">{find.data && urls.length === 0 ? t('images.none') : t('images.text')}</p>
      <ul className="grid grid-cols-2 gap-2">
        {urls.map((url, at) => (
          <li key={url} className="flex flex-col gap-1">
            <img
              src={url}
              alt={t('images.alt', { words, n: at + 1 })}
              className="w-full rounded-md border border-line"
            />
            <Button size="xs" onClick={() => onTake(`![${words}](${url})`)}>
              {t('images.take')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
