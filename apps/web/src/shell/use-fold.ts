import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeys } from '#lib/keys.ts'
import { useStored } from '#lib/local-store.ts'
import { useWide } from '#lib/viewport.ts'
import { foldKey } from './submenu-head.tsx'

export interface Fold {
  /** Beside the page, above it, or hidden. */
  shown: 'beside' | 'over' | 'folded'
  fold: () => void
  unfold: () => void
}

/**
 * Whether the submenu is shown. In a wide window the person decides, and this browser remembers the choice. In a
 * narrower one it is folded, and opens above the page until the next navigation.
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
