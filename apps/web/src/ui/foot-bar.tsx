import type { ReactNode } from 'react'
import type { Keys } from '#lib/keys.ts'
import { KeyHints } from './key-cap.tsx'

interface FootBarProps {
  /** Counts, and the most important fact. */
  children: ReactNode
  /** Three or four shortcuts of this page. */
  hints?: readonly { keys: Keys | readonly Keys[]; label: string }[]
}

export function FootBar({ children, hints }: FootBarProps) {
  return (
    <footer className="flex h-9 shrink-0 items-center justify-between gap-4 border-t border-line bg-card px-5 text-small text-mute tabular-nums">
      <div className="flex min-w-0 items-center gap-3 truncate">{children}</div>
      {hints && (
        <span className="shrink-0 max-md:hidden pointer-coarse:hidden">
          <KeyHints hints={hints} />
        </span>
      )}
    </footer>
  )
}
