import { CircleAlert, ImagePlus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { pictureMaxKilobytes } from '#lib/constants.ts'
import { describeError } from '#lib/describe-error.ts'
import { checkImage } from '#lib/file-check.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { useFileFault } from './use-file-fault.ts'
import { PictureInput } from './picture-input.tsx'

interface ImageUploadProps {
  /** The current picture: an Avatar or a PictureTile. */
  children?: ReactNode
  /** Resolves when the picture is stored; the caller then shows it. */
  onUpload: (file: File) => Promise<void>
  maxKilobytes?: number
  /** Replaces the default note on accepted files. */
  note?: string
  /** "Change picture of Trip Concierge". */
  label: string
  disabled?: boolean
}

type State = { is: 'init' | 'success' } | { is: 'uploading' } | { is: 'error'; message: string; file?: File }

/** Uploads one picture: images only, by default up to 2048 KB. */
export function ImageUpload({
  children,
  onUpload,
  maxKilobytes = pictureMaxKilobytes,
  note,
  label,
  disabled,
}: ImageUploadProps) {
  const t = useT('ui')
  const faultText = useFileFault()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>({ is: 'init' })

  const send = async (file: File) => {
    const fault = checkImage(file, maxKilobytes)
    if (fault) {
      const standard = fault === 'tooLarge' && maxKilobytes === pictureMaxKilobytes
      const message = standard ? t('image.tooLarge') : faultText(fault, { maxBytes: maxKilobytes * 1024 })
      setState({ is: 'error', message })
      return
    }
    setState({ is: 'uploading' })
    try {
      await onUpload(file)
      setState({ is: 'success' })
    } catch (error) {
      setState({ is: 'error', message: describeError(error).message || t('upload.failed'), file })
    }
  }
  const busy = state.is === 'uploading'
  return (
    <div className="flex items-center gap-3">
      <button
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        disabled={disabled || busy}
        onClick={() => input.current?.click()}
        className="group relative flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-lg bg-hover text-mute"
      >
        {children ?? <Icon of={ImagePlus} size={20} />}
        <span
          className={cn(
            'absolute inset-0 flex items-center justify-center bg-black/50 text-white opacity-0 transition-opacity',
            busy ? 'opacity-100' : 'group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        >
          {busy ? <Spinner size={20} /> : <Icon of={ImagePlus} size={20} />}
        </span>
      </button>
      <PictureInput ref={input} onFile={(file) => void send(file)} />
      <div className="min-w-0 text-small">
        {state.is === 'error' ? (
          <p role="alert" className="flex items-center gap-1.5 text-err">
            <Icon of={CircleAlert} size={14} className="shrink-0" />
            <span className="min-w-0">{state.message}</span>
            {state.file && (
              <Button size="xs" kind="quiet" onClick={() => void send(state.file!)}>
                {t('tryAgain')}
              </Button>
            )}
          </p>
        ) : (
          <p className="text-mute" role="status">
            {busy ? t('upload.going') : (note ?? t('image.note'))}
          </p>
        )}
      </div>
    </div>
  )
}
