import { cn } from '#lib/class-names.ts'
import { keySigns, type Keys } from '#lib/keys.ts'

interface KeyCapProps {
  keys: Keys
  /** On a coloured background the caps have no background of their own. */
  plain?: boolean
  /** The shortcut shown on a button is not part of its accessible name. */
  silent?: boolean
  className?: string
}

export function KeyCap({ keys, plain, silent, className }: KeyCapProps) {
  return (
    <span aria-hidden={silent || undefined} className={cn('inline-flex shrink-0 items-center gap-1', className)}>
      {keySigns(keys).map((sign) => (
        <kbd
          key={sign}
          className={cn(
            'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border px-1 font-sans text-caption',
            plain ? 'border-current/40 text-inherit' : 'border-line bg-page text-mute',
          )}
        >
          {sign}
        </kbd>
      ))}
    </span>
  )
}

/** The shortcuts of a page, for its footer. */
export function KeyHints({ hints }: { hints: readonly { keys: Keys | readonly Keys[]; label: string }[] }) {
  return (
    <span className="flex items-center gap-4 text-small text-mute">
      {hints.map(({ keys, label }) => (
        <span key={label} className="flex items-center gap-1.5">
          {[keys].flat().map((item) => (
            <KeyCap key={item} keys={item} />
          ))}
          {label}
        </span>
      ))}
    </span>
  )
}
