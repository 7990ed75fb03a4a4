import { PromptMessageType, PromptPartType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { ImagePlus, Link2, Upload, Variable as VariableGlyph, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { PictureInput } from '#ui/picture-input.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Message, Variable } from '../detail.ts'
import { dataUrlOf, imageContent } from '../image-content.ts'

type Part = NonNullable<Message['parts']>[number]
interface MessagePartsProps {
  n: number
  parts: readonly Part[]
  mayEdit: boolean
  onChange: (parts: Part[]) => void
}

/** The parts after the text of a message: images, image variables, and texts between them. */
export function MessageParts({ n, parts, mayEdit, onChange }: MessagePartsProps) {
  const t = useT('prompts')
  if (!parts.length) return null
  return (
    <ul aria-label={t('image.list', { n })} className="flex flex-wrap gap-2">
      {parts.map((part, at) => (
        <li
          key={at}
          className={part.type === PromptPartType.text ? 'flex w-full items-start gap-1' : 'flex items-start gap-1'}
        >
          {part.type === PromptPartType.text ? (
            <Textarea
              rows={1}
              aria-label={t('image.textOf', { n: at + 1 })}
              readOnly={!mayEdit}
              value={part.text ?? ''}
              onChange={(event) =>
                onChange(parts.map((one, index) => (index === at ? { ...one, text: event.target.value } : one)))
              }
            />
          ) : (
            <PartView part={part} n={at + 1} />
          )}
          {mayEdit && (
            <IconButton
              size="sm"
              icon={X}
              label={t('image.remove', { n: at + 1 })}
              onClick={() => onChange(parts.filter((_, index) => index !== at))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function PartView({ part, n }: { part: Part; n: number }) {
  const t = useT('prompts')
  if (part.type === PromptPartType.imageVariable) return <Tag mono>{part.text}</Tag>
  // Pages do not load images from other sites, so show the URL.
  if (part.type === PromptPartType.image)
    return <span className="max-w-60 truncate font-mono text-code text-mute">{part.image?.url}</span>
  return (
    <img
      src={part.binary_content && dataUrlOf(part.binary_content)}
      alt={t('image.alt', { n })}
      className="size-16 rounded-md border border-line object-contain"
    />
  )
}

interface AddImageProps {
  n: number
  variables: readonly Variable[]
  onAdd: (part: Part, variable?: Variable) => void
}
/** Adds an image to a message: a file, a URL, or a variable. */
export function AddImage({ n, variables, onAdd }: AddImageProps) {
  const t = useT('prompts')
  const input = useRef<HTMLInputElement>(null)
  const [isLinking, setLinking] = useState(false)
  const known = variables.filter(({ variable_type: type }) => type === PromptVariableType.image)
  const take = async (file: File) => {
    try {
      onAdd({ type: PromptPartType.binary, binary_content: await imageContent(file) })
    } catch (error) {
      toast.error(t('image.unreadable'), { error })
    }
  }
  const addVariable = () => {
    const taken = new Set(variables.map(({ key }) => key))
    const key = Array.from({ length: taken.size + 1 }, (_, at) => `image${at + 1}`).find((name) => !taken.has(name))!
    onAdd({ type: PromptPartType.imageVariable, text: key }, { key, variable_type: PromptVariableType.image })
  }
  return (
    <>
      <Menu align="end" trigger={<IconButton size="sm" icon={ImagePlus} label={t('image.add', { n })} />}>
        <MenuItem icon={Upload} onClick={() => input.current?.click()}>
          {t('image.file')}
        </MenuItem>
        <MenuItem icon={Link2} onClick={() => setLinking(true)}>
          {t('image.link')}
        </MenuItem>
        <MenuLine />
        {known.map(({ key }) => (
          <MenuItem
            key={key}
            icon={VariableGlyph}
            onClick={() => onAdd({ type: PromptPartType.imageVariable, text: key })}
          >
            {key}
          </MenuItem>
        ))}
        <MenuItem icon={VariableGlyph} onClick={addVariable}>
          {t('image.newVariable')}
        </MenuItem>
      </Menu>
      <PictureInput ref={input} onFile={(file) => void take(file)} />
      {isLinking && (
        <LinkDialog
          onUse={(url) => onAdd({ type: PromptPartType.image, image: { url } })}
          onClose={() => setLinking(false)}
        />
      )}
    </>
  )
}

function LinkDialog({ onUse, onClose }: { onUse: (url: string) => void; onClose: () => void }) {
  const t = useT('prompts')
  const [url, setUrl] = useState('')
  return (
    <FormDialog
      title={t('image.link')}
      isReady={/^https?:\/\/\S+$/.test(url.trim())}
      action={t('image.addAction')}
      onSubmit={() => {
        onUse(url.trim())
        onClose()
      }}
      onClose={onClose}
    >
      <Field label={t('image.url')} help={t('image.urlHelp')} required>
        <Input autoFocus placeholder="https://" value={url} onChange={(event) => setUrl(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
/** Whether a message may contain images. Models accept them only in messages of users. */
export const takesImages = ({ message_type: type }: Message): boolean => type === PromptMessageType.user
