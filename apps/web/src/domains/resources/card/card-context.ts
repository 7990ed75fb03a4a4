import type { FirstWords } from '@orrery/engine/card'
import { createContext, useContext } from 'react'
import { useT } from '#lib/i18n.ts'
import type { CardStore } from './card-store.ts'

interface CardEditor {
  store: CardStore
  spaceId: string
  cardId: string
  mayEdit: boolean
}
const EditorContext = createContext<CardEditor | null>(null)
export const CardEditorProvider = EditorContext.Provider

export function useCardEditor(): CardEditor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This part belongs into the editor of a card')
  return editor
}
export const useDesign = () => useCardEditor().store.use((state) => state.design)

/** The initial texts of new elements. */
export function useFirstWords(): FirstWords {
  const t = useT('card')
  return {
    title: t('first.title'),
    text: t('first.text'),
    picture: t('first.picture'),
    label: t('first.label'),
    button: t('first.button'),
    option: t('first.option'),
    item: t('first.item'),
  }
}
