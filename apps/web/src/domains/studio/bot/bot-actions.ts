import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingBot } from './create/create-bot.ts'

const CreateBotDialog = lazy(() =>
  import('./components/dialogs/create-bot-dialog.tsx').then((module) => ({ default: module.CreateBotDialog })),
)

/** Registers the create action, dialogs and palette entries of bots. */
export function addBotActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'bot',
    kind: 'bot',
    label: () => t('create.bot'),
    description: () => t('create.botText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => creatingBot.set(space ?? null),
  })
  studioDialogs.add({ id: 'create-bot', useOpen: () => creatingBot.use() !== null, Content: CreateBotDialog })
}
