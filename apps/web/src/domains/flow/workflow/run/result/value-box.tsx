import { type ReactNode, useMemo } from 'react'
import { jsonTokens } from '#lib/json-tokens.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { JsonCode } from '#ui/json-code.tsx'

interface ValueBoxProps {
  title: string
  text: string
  /** At the right of the head: where it comes from, a switch. */
  note?: ReactNode
  maxHeight?: string
}

/** A value of a run: highlighted JSON, or plain text. */
export function ValueBox({ title, text, note, maxHeight = '15rem' }: ValueBoxProps) {
  const { tokens, plain } = useMemo(() => jsonTokens(text), [text])
  return (
    <figure className="min-w-0 rounded-md border border-line">
      <figcaption className="flex h-8 items-center gap-2 border-b border-line pr-1 pl-2.5 text-small">
        <span className="flex-1 font-medium">{title}</span>
        {note && <span className="min-w-0 truncate text-mute">{note}</span>}
        <CopyButton size="sm" text={plain} />
      </figcaption>
      <JsonCode label={title} tokens={tokens} maxHeight={maxHeight} className="px-2.5 py-1.5" />
    </figure>
  )
}
