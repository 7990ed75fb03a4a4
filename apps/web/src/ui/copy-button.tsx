import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { textOf, useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast-store.ts'

const shownFor = 1600

/** Copies a text; on plain-http addresses, where the clipboard API is refused, by a command. Empty text is an error. */
export async function copyText(text: string): Promise<boolean> {
  if (text === '') {
    toast.error(textOf('ui')('copy.empty'), { id: 'copy-empty' })
    return false
  }
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/**
 * Copies by a deprecated command, the only way without the clipboard API. The command needs selected text. That text is
 * not in a field, because a field would take the focus, and popovers close when they lose it.
 */
function copyByCommand(text: string): boolean {
  const selected = document.createElement('span')
  selected.textContent = text
  selected.style.cssText = 'position: fixed; opacity: 0; user-select: text; white-space: pre'
  // Nothing outside of a modal dialog can be selected.
  const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  parent.append(selected)
  getSelection()?.selectAllChildren(selected)
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  globalThis.addEventListener('copy', copy, { capture: true })
  const done = document.execCommand('copy')
  globalThis.removeEventListener('copy', copy, { capture: true })
  selected.remove()
  return done
}

export function useCopy(text: string): [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [copied])
  return [copied, () => void copyText(text).then(setCopied)]
}

interface CopyButtonProps {
  text: string
  /** Name of the copied value, as in "Copy log id". */
  label?: string
  size?: 'sm' | 'md'
  className?: string
}

export function CopyButton({ text, label, size = 'md', className }: CopyButtonProps) {
  const t = useT('ui')
  const [copied, copy] = useCopy(text)
  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? t('copied') : (label ?? t('copy'))}
        size={size}
        className={className}
        onClick={copy}
      />
      <CopiedNote copied={copied} />
    </>
  )
}

/** A copy button with a label, for error panels and toasts. */
export function CopyTextButton({ text, label }: { text: string; label: string }) {
  const t = useT('ui')
  const [copied, copy] = useCopy(text)
  return (
    <>
      <Button size="xs" kind="quiet" icon={copied ? Check : Copy} onClick={copy}>
        {copied ? t('copied') : label}
      </Button>
      <CopiedNote copied={copied} />
    </>
  )
}

function CopiedNote({ copied }: { copied: boolean }) {
  const t = useT('ui')
  return (
    <span role="status" className="sr-only">
      {copied ? t('copied') : ''}
    </span>
  )
}
