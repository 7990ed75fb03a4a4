import { PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { PictureInput } from '#ui/picture-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Variable } from '../detail.ts'
import { dataUrlOf, imageContent } from '../image-content.ts'

interface ValueFieldProps {
  variable: Variable
  text: string
  onChange: (text: string) => void
}

/** The value of a variable: a text, an image, or messages. */
export function ValueField({ variable: { key, variable_type: type }, text, onChange }: ValueFieldProps) {
  const t = useT('prompts')
  const label = <span className="font-mono text-code">{key}</span>
  if (type === PromptVariableType.image)
    return (
      <Field label={label}>
        <ImageValue name={key} text={text} onChange={onChange} />
      </Field>
    )
  const isMessages = type === PromptVariableType.placeholder
  return (
    <Field label={label} help={isMessages && t('value.messagesHelp')}>
      <Textarea
        rows={isMessages ? 2 : 1}
        placeholder={isMessages ? t('value.messagesHint') : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function ImageValue({ name, text, onChange }: { name: string; text: string; onChange: (text: string) => void }) {
  const t = useT('prompts')
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    try {
      onChange(dataUrlOf(await imageContent(file)))
    } catch (error) {
      toast.error(t('image.unreadable'), { error })
    }
  }
  const isContent = text.startsWith('data:')
  return (
    <div className="flex items-center gap-1.5">
      {isContent ? (
        <img src={text} alt={name} className="size-16 rounded-md border border-line object-contain" />
      ) : (
        <Input
          aria-label={name}
          placeholder={t('image.linkHint')}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <IconButton
        icon={isContent ? X : ImagePlus}
        label={t(isContent ? 'image.removeOf' : 'image.fileOf', { name })}
        onClick={() => (isContent ? onChange('') : input.current?.click())}
      />
      <PictureInput ref={input} onFile={(file) => void take(file)} />
    </div>
  )
}
