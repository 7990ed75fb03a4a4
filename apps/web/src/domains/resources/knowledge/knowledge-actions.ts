import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { sourceOpeners } from '#lib/source-openers.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingKnowledge } from './create-knowledge.ts'
import { openedSource } from './opened-source.ts'

const CreateKnowledgeDialog = lazy(() =>
  import('./components/create-knowledge-dialog.tsx').then((module) => ({ default: module.CreateKnowledgeDialog })),
)

const SourceDialog = lazy(() =>
  import('./components/source-dialog.tsx').then((module) => ({ default: module.SourceDialog })),
)

/** Registers the create action, the list and the palette entries of knowledge bases. */
export function addKnowledgeActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'knowledge',
    kind: 'knowledge',
    keys: 'k',
    label: () => t('create.knowledge'),
    description: () => t('create.knowledgeText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space, where) => creatingKnowledge.set(space ? { ...where, space } : null),
  })
  studioDialogs.add({
    id: 'create-knowledge',
    useOpen: () => creatingKnowledge.use() !== null,
    Content: CreateKnowledgeDialog,
  })
  studioDialogs.add({ id: 'knowledge-source', useOpen: () => openedSource.use() !== null, Content: SourceDialog })
  sourceOpeners.add({ id: 'knowledge', open: openedSource.set })
  libraryLists.add({
    id: 'knowledge',
    kind: 'knowledge',
    label: () => t('create.knowledge'),
    text: () => t('create.knowledgeText'),
    to: '/space/$space_id/library/knowledge',
  })
}
