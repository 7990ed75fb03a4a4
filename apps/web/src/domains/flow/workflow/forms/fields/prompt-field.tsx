import type { Extension } from '@codemirror/state'
import type { FieldOf } from '@orrery/engine/describe'
import { Braces, Expand } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { controlStyle } from '#ui/control-style.ts'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PromptLibrary } from '#domains/resources/prompt/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import { LazyEditor } from '#ui/lazy-editor.tsx'
import type { Mention, ReadChip } from '../text/mentions.ts'
import type { TextEditorHandle } from '#ui/text-editor.tsx'
import { usePromptMentions } from '../text/use-mentions.ts'
import { useLoaded } from '#lib/use-loaded.ts'
import { useSlot } from '../use-slot.ts'

const none: readonly Extension[] = []
const loadMentions = () => import('../text/mention-extensions.ts')

/** Completion and chips for a text editor, loaded on first use. */
function useMentionExtensions(mentions: readonly Mention[], read: ReadChip): readonly Extension[] {
  const loaded = useLoaded(loadMentions)
  return useMemo(() => loaded?.mentionExtensions(mentions, read) ?? none, [loaded, mentions, read])
}

interface PromptBoxProps {
  label: string
  /** Heading above the text; by default the label. */
  title?: string
  value: string
  onChange: (text: string) => void
  mentions: readonly Mention[]
  read: ReadChip
  rows?: number
  required?: boolean
  isReadOnly: boolean
  invalid?: boolean
  /** Uses the font for code. */
  isCode?: boolean
  /** Additional buttons, before the standard ones. */
  tools?: ReactNode
  extra?: readonly Extension[]
}

/** A text with placeholders, with its length, a button to insert a placeholder, and a button for a larger window. */
export function PromptBox(props: PromptBoxProps) {
  const {
    label,
    title = label,
    value,
    onChange,
    mentions,
    read,
    rows = 3,
    isReadOnly,
    invalid,
    isCode,
    extra = none,
  } = props
  const t = useT('workflow-node')
  const u = useT('ui')
  const editor = useRef<TextEditorHandle>(null)
  const [isLarge, setLarge] = useState(false)
  const extensions = useMentionExtensions(mentions, read)
  const all = useMemo(() => [...extensions, ...extra], [extensions, extra])
  const text = (ref?: React.Ref<TextEditorHandle>) => (
    <LazyEditor
      ref={ref}
      label={label}
      value={value}
      onChange={onChange}
      isReadOnly={isReadOnly}
      isCode={isCode}
      placeholder={isReadOnly ? '' : t('prompt.placeholder', { braces: '{{' })}
      extensions={all}
    />
  )
  return (
    <div className={controlStyle(cn('flex flex-col has-[.cm-focused]:border-focus', invalid && 'border-err-solid'))}>
      <div className="flex h-7 shrink-0 items-center gap-1 border-b border-line pr-0.5 pl-2.5 text-small">
        <span className="min-w-0 flex-1 truncate">
          {title}
          {props.required && (
            <span className="ml-0.5 text-err" role="img" aria-label={u('required')}>
              *
            </span>
          )}
        </span>
        <span className="text-caption text-mute tabular-nums">
          <span aria-hidden>{value.length}</span>
          <span className="sr-only">{t('prompt.length', { count: value.length })}</span>
        </span>
        {props.tools}
        {!isReadOnly && (
          <IconButton
            size="sm"
            icon={Braces}
            label={`${t('prompt.insert')}: ${label}`}
            onClick={() => editor.current?.mention()}
          />
        )}
        <IconButton size="sm" icon={Expand} label={`${t('prompt.expand')}: ${label}`} onClick={() => setLarge(true)} />
      </div>
      <div style={{ minHeight: rows * 22 + 12 }} className="max-h-72 overflow-y-auto">
        {text(editor)}
      </div>
      <Dialog
        open={isLarge}
        onOpenChange={setLarge}
        size="lg"
        title={title}
        footer={<Button onClick={() => setLarge(false)}>{t('drawing.done')}</Button>}
      >
        <div className={controlStyle('h-[60vh] overflow-y-auto has-[.cm-focused]:border-focus')}>
          {isLarge && text()}
        </div>
      </Dialog>
    </div>
  )
}

export function PromptField({ field }: { field: FieldOf<'prompt'> }) {
  const { label } = useFieldTexts(field)
  const { isReadOnly, gaps } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const { mentions, isKnown } = usePromptMentions()
  const read = useCallback<ReadChip>(
    (inner) => (inner ? { name: `{{${inner}}}`, isKnown: isKnown(inner) } : null),
    [isKnown],
  )
  return (
    <PromptBox
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      mentions={mentions}
      read={read}
      rows={field.rows}
      tools={
        field.id === 'system' &&
        !isReadOnly && <FromLibrary current={typeof value === 'string' ? value : ''} onUse={set} />
      }
      required={field.required}
      isReadOnly={isReadOnly}
      invalid={gaps.some((gap) => gap.field === field.id)}
    />
  )
}

/** Inserts a saved prompt. */
function FromLibrary({ current, onUse }: { current: string; onUse: (text: string) => void }) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size="xs" onClick={() => setOpen(true)}>
        {t('prompt.library')}
      </Button>
      {isOpen && <PromptLibrary spaceId={spaceId} current={current} onUse={onUse} onClose={() => setOpen(false)} />}
    </>
  )
}
