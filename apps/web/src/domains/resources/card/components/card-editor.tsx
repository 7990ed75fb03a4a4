import { Link } from '@tanstack/react-router'
import { History, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { useAutosave } from '#lib/autosave.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { cardLink } from '#lib/links.ts'
import { queryClient } from '#lib/query.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { CardEditorProvider } from '../card-context.ts'
import { createCardStore } from '../card-store.ts'
import type { CardDraft } from '../card.queries.ts'
import { AiPanel } from './ai-panel.tsx'
import { CardCanvas } from './card-canvas.tsx'
import { ChannelsPanel } from './channels-panel.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { ElementForm } from './element-form.tsx'
import { HistorySheet } from './history-sheet.tsx'
import { Palette } from './palette.tsx'
import { PreviewButton } from './preview-button.tsx'
import { ProblemsPanel, useProblems } from './problems-panel.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SaveNote } from './save-note.tsx'
import { TemplatesPanel } from './templates-panel.tsx'
import { VariablesPanel } from './variables-panel.tsx'

interface CardEditorProps {
  draft: CardDraft
  /** Called when the state of the card on the server has changed. */
  onChanged: () => void
}
const PUBLISHED = 1

/** Elements and variables on the left, the card in the middle, properties on the right, problems below. */
export function CardEditorView({ draft, onChanged }: CardEditorProps) {
  const { card_id: cardId, space_id: spaceId, name, can_edit: mayEdit } = draft
  const [store] = useState(() =>
    createCardStore(
      { version: draft.version, design: draft.design },
      {
        save: async (version, design) => (await api.cardBuilder.save({ card_id: cardId, version, design })).version,
        newest: async () => api.cardBuilder.draft({ card_id: cardId }),
        now: () => Date.now(),
      },
    ),
  )
  useAutosave(store)
  usePageTitle(name)
  useEffect(() => {
    rememberRecent(spaceId, { id: cardId, kind: 'card', name, href: cardLink(spaceId, cardId) })
  }, [spaceId, cardId, name])
  const act = (step: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    step()
  }
  useKeys('mod+z', act(store.undo), mayEdit)
  useKeys('mod+shift+z', act(store.redo), mayEdit)
  return (
    <CardEditorProvider value={{ store, spaceId, cardId, mayEdit }}>
      <Editor draft={draft} store={store} onChanged={onChanged} />
    </CardEditorProvider>
  )
}

function Editor({ draft, store, onChanged }: CardEditorProps & { store: ReturnType<typeof createCardStore> }) {
  const t = useT('card')
  const { card_id: cardId, space_id: spaceId, can_edit: mayEdit } = draft
  const [left, setLeft] = useState<'elements' | 'variables' | 'templates' | 'ai'>('elements')
  const [right, setRight] = useState<'form' | 'channels'>('form')
  const [open, setOpen] = useState<'publish' | 'history' | null>(null)
  const problems = useProblems()
  const errors = problems.filter(({ isError }) => isError).length
  const canUndo = store.use((state) => state.past.length > 0)
  const canRedo = store.use((state) => state.future.length > 0)
  const isPublished = draft.card_status === PUBLISHED
  const changed = () => {
    setOpen(null)
    void queryClient.invalidateQueries({ queryKey: ['card', 'history', cardId] })
    void queryClient.invalidateQueries({ queryKey: ['library'] })
    onChanged()
  }
  const unpublish = async () => {
    const yes = await confirm({
      title: t('unpublish.title'),
      text: t('unpublish.text'),
      action: t('unpublish'),
      danger: true,
      onConfirm: async () => void (await api.cardBuilder.update({ card_id: cardId, card_status: 2 }, { toast: true })),
    })
    if (yes) changed()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={<Link to="/space/$space_id/library" params={{ space_id: spaceId }} search={{ kind: 'card' }} />}
        tile={<TypeTile kind="card" size={36} />}
        title={draft.name}
        beside={
          <>
            <Tag tone={isPublished ? 'ok' : 'warn'}>
              {isPublished ? draft.last_version_name : draft.card_status === 0 ? t('state.draft') : t('state.off')}
            </Tag>
            {!mayEdit && <Tag>{t('viewOnly')}</Tag>}
          </>
        }
        note={<SaveNote />}
        actions={
          <>
            <PreviewButton cardId={cardId} />
            <IconButton
              icon={Undo2}
              label={t('undo')}
              keys="mod+z"
              disabled={!canUndo || !mayEdit}
              onClick={store.undo}
            />
            <IconButton
              icon={Redo2}
              label={t('redo')}
              keys="mod+shift+z"
              disabled={!canRedo || !mayEdit}
              onClick={store.redo}
            />
            <Button icon={History} onClick={() => setOpen('history')}>
              {t('history')}
            </Button>
            {isPublished && mayEdit && <Button onClick={() => void unpublish()}>{t('unpublish')}</Button>}
            {mayEdit && (
              <Button kind="solid" disabled={errors > 0} onClick={() => setOpen('publish')}>
                {t('publish')}
              </Button>
            )}
          </>
        }
      />
      <ConflictBanner />
      <div className="flex min-h-0 flex-1">
        <ResizablePanels
          storeKey="card"
          panels={[
            {
              id: 'parts',
              title: t('panel.parts'),
              share: 0.25,
              min: 240,
              foldable: true,
              content: (
                <div className="flex h-full min-h-0 flex-col overflow-y-auto border-r border-line">
                  <Tabs
                    size="sheet"
                    label={t('panel.parts')}
                    value={left}
                    onChange={setLeft}
                    items={[
                      { value: 'elements', label: t('panel.elements') },
                      { value: 'variables', label: t('panel.variables') },
                      { value: 'templates', label: t('panel.templates') },
                      { value: 'ai', label: t('panel.ai') },
                    ]}
                  />
                  {left === 'elements' && <Palette />}
                  {left === 'variables' && <VariablesPanel />}
                  {left === 'templates' && <TemplatesPanel />}
                  {left === 'ai' && <AiPanel />}
                </div>
              ),
            },
            {
              id: 'canvas',
              title: t('panel.canvas'),
              share: 0.45,
              min: 360,
              content: (
                <div className="flex h-full min-h-0 flex-col bg-page">
                  <div className="min-h-0 flex-1 overflow-y-auto">
                    <CardCanvas name={draft.name} />
                  </div>
                  <section
                    aria-label={t('problems')}
                    className="max-h-40 shrink-0 overflow-y-auto border-t border-line bg-card"
                  >
                    <ProblemsPanel />
                  </section>
                </div>
              ),
            },
            {
              id: 'form',
              title: t('panel.form'),
              share: 0.3,
              min: 260,
              foldable: true,
              content: (
                <div className="flex h-full min-h-0 flex-col overflow-y-auto border-l border-line">
                  <Tabs
                    size="sheet"
                    label={t('panel.form')}
                    value={right}
                    onChange={setRight}
                    items={[
                      { value: 'form', label: t('panel.properties') },
                      { value: 'channels', label: t('panel.channels') },
                    ]}
                  />
                  {right === 'form' ? <ElementForm /> : <ChannelsPanel />}
                </div>
              ),
            },
          ]}
        />
        {open === 'history' && (
          <HistorySheet
            onRestored={() => {
              toast.ok(t('history.restored'))
              changed()
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </div>
      {open === 'publish' && (
        <PublishDialog
          cardId={cardId}
          last={draft.last_version_name}
          flush={store.flush}
          onDone={() => {
            toast.ok(t('publish.done'))
            changed()
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
