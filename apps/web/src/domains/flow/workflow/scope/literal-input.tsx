import { isFile, type ValueType } from '@orrery/engine/describe'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { controlStyle } from '#ui/control-style.ts'
import { Select } from '#ui/select.tsx'
import { FileLiteral } from './file-literal.tsx'
import { literalContent, literalFault, literalText } from './literal-text.ts'

export interface LiteralInputProps {
  label: string
  type: ValueType
  content: unknown
  /** Names of uploaded files. */
  fileName: unknown
  onChange: (content: unknown, fileName?: unknown) => void
  choices?: readonly string[]
  disabled: boolean
  /** The button that switches to references. */
  after: ReactNode
  placeholder?: string
}

/** A literal value, with the control of its type. */
export function LiteralInput(props: LiteralInputProps) {
  const { label, type, content, onChange, choices, disabled, after } = props
  const t = useT('workflow-node')
  if (choices || type.type === 'boolean') {
    const items = choices?.map((value) => ({ value, label: value })) ?? [
      { value: 'true', label: t('value.true') },
      { value: 'false', label: t('value.false') },
    ]
    return (
      <div className="flex min-w-0 items-center gap-1">
        <Select
          size="sm"
          label={label}
          disabled={disabled}
          items={items}
          value={literalText(content) || null}
          onChange={(next) => onChange(choices ? next : next === 'true')}
        />
        {after}
      </div>
    )
  }
  if (isFile(type)) return <FileLiteral {...props} />
  return <TextLiteral {...props} />
}

const codeTypes = new Set(['object', 'list'])

function TextLiteral({ label, type, content, onChange, disabled, after, placeholder }: LiteralInputProps) {
  const t = useT('workflow-node')
  const fault = literalFault(content, type)
  const message =
    fault &&
    {
      number: t('value.numberWrong'),
      json: t('value.jsonWrong'),
      list: t('value.jsonList'),
      object: t('value.jsonObject'),
    }[fault]
  return (
    <div className="min-w-0">
      <div className={controlStyle('flex min-h-7 items-start gap-1 pr-0.5 pl-2')}>
        <textarea
          aria-label={label}
          aria-invalid={fault ? true : undefined}
          rows={1}
          spellCheck={false}
          disabled={disabled}
          value={literalText(content)}
          placeholder={placeholder ?? t('value.placeholder')}
          onChange={(event) => onChange(literalContent(event.target.value, type))}
          className={cn(
            'field-sizing-content max-h-40 min-w-0 flex-1 resize-none bg-transparent py-1 text-small outline-none',
            codeTypes.has(type.type) && 'font-mono text-code',
          )}
        />
        {after}
      </div>
      {message && <p className="mt-0.5 text-small text-err">{message}</p>}
    </div>
  )
}
