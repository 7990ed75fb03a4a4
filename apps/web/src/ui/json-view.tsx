import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { jsonTokens } from '#lib/json-tokens.ts'
import { CopyButton } from './copy-button.tsx'
import { JsonCode } from './json-code.tsx'

interface JsonViewProps {
  label: string
  text: string
  isFailed?: boolean
  maxHeight?: string
}

/** Highlighted JSON; other text is shown unchanged. */
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
      <JsonCode label={label} tokens={tokens} maxHeight={maxHeight} className="px-2 pb-1.5" />
    </figure>
  )
}
