import { inWords } from '@orrery/engine/interface'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useView } from './view-context.tsx'

interface FileInputProps {
  props: Record<string, unknown>
  label: string
  value: string
  onChange: (url: string) => void
}

/** A file that the visitor uploads. The value is its URL. */
export function FileInput({ props, label, value, onChange }: FileInputProps) {
  const t = useT('interface')
  const { runtime, onSelect } = useView()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  async function take(file: File) {
    if (!runtime.upload) return setFault(t('file.unavailable'))
    setBusy(true)
    setFault('')
    try {
      onChange((await runtime.upload(file)).url)
      setName(file.name)
    } catch (cause) {
      setFault((cause instanceof Error && cause.message) || t('file.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col items-start gap-1">
      <span id={id}>{label}</span>
      <Button icon={Upload} busy={isBusy} onClick={() => !onSelect && input.current?.click()}>
        {value && name ? name : t('file.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={inWords(props['accept']) || undefined}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      {inWords(props['help']) && <p className="text-small text-mute">{inWords(props['help'])}</p>}
      {fault && (
        <p role="alert" className="text-small text-err">
          {fault}
        </p>
      )}
    </div>
  )
}
