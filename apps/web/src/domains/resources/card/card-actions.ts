import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { createdCard } from './created-card.ts'

const CreateCard = lazy(() => import('./components/create-card.tsx').then((module) => ({ default: module.CreateCard })))

/** Registers the create action of cards. */
export function addCardActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'card',
    kind: 'card',
    label: () => t('create.card'),
    description: () => t('create.cardText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => space && createdCard.set({ spaceId: space.id }),
  })
  studioDialogs.add({ id: 'create-card', useOpen: () => createdCard.use() !== null, Content: CreateCard })
}
