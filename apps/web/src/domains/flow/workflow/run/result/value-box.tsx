import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { jsonTokens } from '#lib/json-tokens.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { JsonCode } from '#ui/json-code.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { AnswerText } from '#domains/chat/chat/index.ts'
import { firstLook, readParts, type ValueLook, type ValuePart } from './read-value.ts'

interface ValueBoxProps {
  title: string
  text: string
  /** Shown at the right of the header: the origin of the value, or a switch. */
  note?: ReactNode
  maxHeight?: string
}

const looks: readonly ValueLook[] = ['markdown', 'text', 'json']

/** A value of a run, shown as Markdown, as text with line breaks, or as JSON. */
export function ValueBox({ title, text, note, maxHeight = '20rem' }: ValueBoxProps) {
  const t = useT('workflow-run')
  const { tokens, plain } = useMemo(() => jsonTokens(text), [text])
  const parts = useMemo(() => readParts(text), [text])
  const [chosen, setChosen] = useState<ValueLook | null>(null)
  const look = parts ? (chosen ?? firstLook(parts)) : 'json'
  const onlyText = parts?.length === 1 && look !== 'json' ? parts[0]!.text : plain
  return (
    <figure className="min-w-0 rounded-md border border-line">
      <figcaption className="flex min-h-8 flex-wrap items-center gap-2 border-b border-line pr-1 pl-2.5 text-small">
        <span className="flex-1 font-medium">{title}</span>
        {note && <span className="min-w-0 truncate text-mute">{note}</span>}
        {parts && (
          <Segmented
            size="sm"
            label={t('value.look', { title })}
            items={looks.map((value) => ({ value, label: t(`value.look.${value}`) }))}
            value={look}
            onChange={setChosen}
          />
        )}
        <CopyButton size="sm" text={onlyText} />
      </figcaption>
      {look === 'json' || !parts ? (
        <JsonCode label={title} tokens={tokens} maxHeight={maxHeight} className="px-2.5 py-1.5" />
      ) : (
        <div
          // The box scrolls, therefore it must be focusable.
          tabIndex={0}
          role="region"
          aria-label={title}
          style={{ maxHeight }}
          className="focus-inset flex flex-col gap-2 overflow-auto px-2.5 py-1.5"
        >
          {parts.map((part) => (
            <Part key={part.name} part={part} isMarkdown={look === 'markdown'} />
          ))}
        </div>
      )}
    </figure>
  )
}

function Part({ part: { name, text, isText }, isMarkdown }: { part: ValuePart; isMarkdown: boolean }) {
  return (
    <div className="min-w-0">
      {name && <p className="font-mono text-code-caption text-mute">{name}</p>}
      {isText && isMarkdown ? (
        <AnswerText text={text} isStreaming={false} />
      ) : (
        <p className={isText ? 'wrap-anywhere whitespace-pre-wrap' : 'text-code wrap-anywhere whitespace-pre-wrap'}>
          {text}
        </p>
      )}
    </div>
  )
}
