import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  /** A file name or a language, shown in the header. */
  title?: ReactNode
  wrap?: boolean
  /** A CSS length above which the block scrolls. */
  maxHeight?: string
  className?: string
  /** The coloured code, if there is one. */
  children?: ReactNode
}

/** Code to read and copy, not to edit. */
export function CodeBlock({ code, title, wrap, maxHeight = '24rem', className, children }: CodeBlockProps) {
  const t = useT('ui')
  return (
    <figure className={cn('group/code relative overflow-hidden rounded-md border border-line bg-page', className)}>
      {title && (
        <figcaption className="flex h-8 items-center border-b border-line pr-9 pl-3 text-small text-mute">
          {title}
        </figcaption>
      )}
      <CopyButton
        text={code}
        label={t('copyCode')}
        size="sm"
        className={cn('absolute right-1', title ? 'top-1' : 'top-1.5')}
      />
      {/* Scrollable content must be reachable by keyboard. */}
      <pre
        tabIndex={0}
        aria-label={typeof title === 'string' ? title : t('code')}
        role="region"
        style={{ maxHeight }}
        className={cn('focus-inset overflow-auto p-3 pr-9 text-code', wrap && 'wrap-anywhere whitespace-pre-wrap')}
      >
        <code>{children || code}</code>
      </pre>
    </figure>
  )
}
