import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { jsonTokens } from '#lib/json-tokens.ts'

const colours = {
  key: 'text-brand',
  string: 'text-ok',
  literal: 'text-warn',
  plain: 'text-mute',
  text: '',
}

interface JsonViewProps {
  label: string
  text: string
  isFailed?: boolean
  maxHeight?: string
}

/** JSON with its colours; what is not JSON as the text it is. */
export function JsonView({ label, text, isFailed, maxHeight = '16rem' }: JsonViewProps) {
  const { tokens, plain } = useMemo(() => jsonTokens(text), [text])
  return (
    <figure
      className={cn(
        'relative min-w-0 rounded-md border border-line bg-page',
        isFailed && 'border-err-solid/40 bg-err-soft',
      )}
    >
      <figcaption className="px-2 pt-1 text-caption text-mute">{label}</figcaption>
      <CopyButton size="sm" text={plain} className="absolute top-0.5 right-0.5" />
      {/* What scrolls must be reachable by keys. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ maxHeight }}
        className="focus-inset overflow-auto px-2 pb-1.5 text-code wrap-anywhere whitespace-pre-wrap"
      >
        <code>
          {tokens.map((token, index) => (
            <span key={index} className={colours[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
