import { type ReactNode, useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { jsonTokens } from '#lib/json-tokens.ts'
import { CopyButton } from '#ui/copy-button.tsx'

const colours = { key: 'text-brand', string: 'text-ok', literal: 'text-warn', plain: 'text-mute', text: '' }

interface ValueBoxProps {
  title: string
  text: string
  /** At the right of the head: where it comes from, a switch. */
  note?: ReactNode
  maxHeight?: string
}

/** A value of a run: JSON in its colours, or the text it is. */
export function ValueBox({ title, text, note, maxHeight = '15rem' }: ValueBoxProps) {
  const { tokens, plain } = useMemo(() => jsonTokens(text), [text])
  return (
    <figure className="min-w-0 rounded-md border border-line">
      <figcaption className="flex h-8 items-center gap-2 border-b border-line pr-1 pl-2.5 text-small">
        <span className="flex-1 font-medium">{title}</span>
        {note && <span className="min-w-0 truncate text-mute">{note}</span>}
        <CopyButton size="sm" text={plain} />
      </figcaption>
      {/* What scrolls must be reachable by keys. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        style={{ maxHeight }}
        className="focus-inset overflow-auto px-2.5 py-1.5 text-code wrap-anywhere whitespace-pre-wrap"
      >
        <code>
          {tokens.map((token, index) => (
            <span key={index} className={cn(colours[token.kind])}>
              {token.text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
