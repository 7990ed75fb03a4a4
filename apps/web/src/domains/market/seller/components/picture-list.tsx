import { LISTING_LIMITS } from '@orrery/contract/shared/limits'
import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { pictureMaxKilobytes } from '#lib/constants.ts'
import { describeError } from '#lib/describe-error.ts'
import { checkImage } from '#lib/file-check.ts'
import { useT } from '#lib/i18n.ts'
import { readBase64 } from '#lib/read-file.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useFileFault } from '#ui/use-file-fault.ts'
import { PictureInput } from '#ui/picture-input.tsx'

export interface Picture {
  uri: string
  url: string
}

/** Pictures of a product in order; its card shows the first. */
export function PictureList({
  pictures,
  onChange,
}: {
  pictures: readonly Picture[]
  onChange: (next: Picture[]) => void
}) {
  const t = useT('seller')
  const faultText = useFileFault()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const send = async (file: File) => {
    const wrong = checkImage(file, pictureMaxKilobytes)
    if (wrong) return setFault(faultText(wrong, { maxBytes: pictureMaxKilobytes * 1024 }))
    setBusy(true)
    setFault('')
    try {
      const stored = await api.marketMedia.upload({ data: await readBase64(file) })
      onChange([...pictures, { uri: stored.uri, url: stored.url }])
    } catch (error) {
      setFault(describeError(error).message || t('pictures.failed'))
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-2">
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.uri} className="relative h-16 w-28 overflow-hidden rounded-md border border-line">
              <img src={picture.url} alt={t('pictures.one', { at: index + 1 })} className="size-full object-cover" />
              <IconButton
                kind="plain"
                size="sm"
                icon={X}
                label={t('pictures.remove', { at: index + 1 })}
                className="absolute top-1 right-1"
                onClick={() => onChange(pictures.filter((other) => other !== picture))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-center gap-3">
        <Button
          size="sm"
          icon={ImagePlus}
          busy={isBusy}
          disabled={pictures.length >= LISTING_LIMITS.pictures}
          onClick={() => input.current?.click()}
        >
          {t('pictures.add')}
        </Button>
        {fault ? (
          <p role="alert" className="text-small text-err">
            {fault}
          </p>
        ) : (
          <p className="text-small text-mute">{t('pictures.note', { count: LISTING_LIMITS.pictures })}</p>
        )}
      </div>
      <PictureInput ref={input} onFile={(file) => void send(file)} />
    </div>
  )
}
