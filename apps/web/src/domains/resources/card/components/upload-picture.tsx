import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { readBase64 } from '#lib/read-file.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PictureInput } from '#ui/picture-input.tsx'
import { useCardEditor } from '../card-context.ts'

/** Uploads an image and adds it to the card. */
export function UploadPicture({ onUrl }: { onUrl: (url: string) => void }) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) =>
      api.cardBuilder.upload({ file_name: file.name || 'image.png', data: await readBase64(file) }),
    onSuccess: ({ upload_url }) => onUrl(upload_url),
  })
  return (
    <>
      <Button
        size="sm"
        icon={ImageUp}
        busy={upload.isPending}
        disabled={!mayEdit}
        onClick={() => input.current?.click()}
      >
        {t('form.upload')}
      </Button>
      <PictureInput ref={input} onFile={(file) => upload.mutate(file)} />
      {upload.error ? <ErrorPanel error={upload.error} /> : null}
    </>
  )
}
