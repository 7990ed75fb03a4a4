import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

interface PersistentChatProps {
  chat: ReactNode
  isUsed: boolean
  /** Shows the chat at the edge of the screen, on pages that have no place for it. */
  isDocked: boolean
  children: (place: ReactNode) => ReactNode
}

/** Keeps the same chat mounted while the pages around it change: its element moves from place to place. */
export function PersistentChat({ chat, isUsed, isDocked, children }: PersistentChatProps) {
  const [home] = useState(() => {
    const made = document.createElement('div')
    made.className = 'flex min-h-0 flex-1 flex-col'
    return made
  })
  const take = useCallback((place: HTMLElement | null) => place?.append(home), [home])
  return (
    <>
      {children(<div ref={take} className="flex min-h-0 flex-1 flex-col" />)}
      {isDocked && (
        <aside
          ref={take}
          className="fixed right-4 bottom-4 z-canvas flex h-120 max-h-[70vh] w-96 max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border border-line bg-card shadow-float"
        />
      )}
      {isUsed && createPortal(chat, home)}
    </>
  )
}
