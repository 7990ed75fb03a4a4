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
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    area.select()
    // This deprecated command is the only way without the clipboard API.
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
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
