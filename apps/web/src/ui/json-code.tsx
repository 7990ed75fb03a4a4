import { cn } from '#lib/class-names.ts'
import type { JsonToken } from '#lib/json-tokens.ts'

const colours = { key: 'text-brand', string: 'text-ok', literal: 'text-warn', plain: 'text-mute', text: '' }

interface JsonCodeProps {
  label: string
  tokens: readonly JsonToken[]
  maxHeight: string
  className: string
}

/** Highlighted JSON. It scrolls, so it must be reachable by keyboard. */
export function JsonCode({ label, tokens, maxHeight, className }: JsonCodeProps) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ maxHeight }}
      className={cn('focus-inset overflow-auto text-code wrap-anywhere whitespace-pre-wrap', className)}
    >
      <code>
        {tokens.map((token, index) => (
          <span key={index} className={colours[token.kind]}>
            {token.text}
          </span>
        ))}
      </code>
    </pre>
  )
}
