import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeys } from '#lib/keys.ts'
import { useStored } from '#lib/local-store.ts'
import { useWide } from '#lib/viewport.ts'
import { foldKey } from './submenu-head.tsx'

export interface Fold {
  /** Beside the page, over it, or not to be seen. */
  shown: 'beside' | 'over' | 'folded'
  fold: () => void
  unfold: () => void
}

/**
 * Whether the submenu is to be seen. In a wide window that is the person's choice, which this browser remembers; in a
 * narrower one it is folded, and opens over the page until one goes elsewhere.
 */
export function useFold(hasSubmenu: boolean): Fold {
  const isWide = useWide()
  const here = useLocation({ select: (location) => location.href })
  const [isFolded, setFolded] = useStored('submenu.folded', false)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const shown = isWide ? (isFolded ? 'folded' : 'beside') : openedAt === here ? 'over' : 'folded'
  const set = (isOpen: boolean) => (isWide ? setFolded(!isOpen) : setOpenedAt(isOpen ? here : null))
  useKeys(foldKey, () => set(shown === 'folded'), hasSubmenu)
  return { shown, fold: () => set(false), unfold: () => set(true) }
}
