import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { jsonTokens, prettyJson, type TokenKind } from '../json-tokens.ts'

const colours: Record<TokenKind, string> = {
  key: 'text-brand',
  string: 'text-ok',
  literal: 'text-warn',
  plain: 'text-mute',
}
/** Longer texts are shown raw: highlighting them would be slow and of little use. */
const maxHighlighted = 100_000

export function JsonView({ text, label, className }: { text: string; label: string; className?: string }) {
  const t = useT('docs')
  const isLarge = text.length > maxHighlighted
  const shown = useMemo(() => (isLarge ? text : prettyJson(text)), [text, isLarge])
  const tokens = useMemo(() => (isLarge ? [] : jsonTokens(shown)), [shown, isLarge])
  return (
    <div className={cn('relative min-h-0', className)}>
      <CopyButton text={shown} label={t('copyAnswer')} size="sm" className="absolute top-1.5 right-1.5" />
      {/* Scrollable content needs keyboard focus. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="focus-inset max-h-120 overflow-auto p-3 pr-9 text-code"
      >
        {isLarge
          ? shown
          : tokens.map((token, index) => (
              <span key={index} className={colours[token.kind]}>
                {token.text}
              </span>
            ))}
      </pre>
    </div>
  )
}
