import { useCallback, useEffect } from 'react'
import { isCovered, isTyping } from '#lib/keys.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { copyText } from '#ui/copy-button.tsx'
import type { Commands } from './canvas-commands.ts'
import type { Spot } from './insert-commands.ts'

const storageKey = 'canvas.clipboard'

interface Deps {
  commands: Commands
  isReadOnly: boolean
  /** The position of the pointer. */
  spot: () => Spot
}

/** Copies nodes as text to the system clipboard, for other workflows, windows and browsers. */
export function useClipboard({ commands, isReadOnly, spot }: Deps) {
  useEffect(() => {
    const isElsewhere = (event: Event) =>
      isTyping(event.target) || isCovered() || Boolean(document.getSelection()?.toString())
    const copy = (event: ClipboardEvent) => {
      if (isElsewhere(event)) return
      const text = commands.copyText()
      if (!text) return
      event.clipboardData?.setData('text/plain', text)
      writeStored(storageKey, text)
      event.preventDefault()
      if (event.type === 'cut' && !isReadOnly) commands.remove()
    }
    const paste = (event: ClipboardEvent) => {
      if (isElsewhere(event) || isReadOnly) return
      if (commands.paste(event.clipboardData?.getData('text/plain') ?? '', spot())) event.preventDefault()
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [commands, isReadOnly, spot])

  const copyNow = useCallback(async () => {
    const text = commands.copyText()
    if (!text) return
    writeStored(storageKey, text)
    await copyText(text)
  }, [commands])
  /**
   * The browser may refuse to read the clipboard from a menu, and pages served over plain HTTP cannot read it at all:
   * falls back to the last copy made in this browser.
   */
  const pasteNow = useCallback(
    async (at: Spot) => {
      const text = await navigator.clipboard?.readText().catch(() => '')
      if (!text || !commands.paste(text, at)) commands.paste(readStored(storageKey, ''), at)
    },
    [commands],
  )
  return { copyNow, pasteNow }
}
export type ClipboardTools = ReturnType<typeof useClipboard>
