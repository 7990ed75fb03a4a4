import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, FlaskConical, History, Pencil, Users } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { ShareDialog } from '#domains/ground/collaborator/index.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { CopyDialog } from '../dialogs/copy-dialog.tsx'
import { BotInfoDialog } from '../dialogs/bot-info-dialog.tsx'
import { BotTitleBar } from './bot-title-bar.tsx'
import { ModeMenu } from './mode-menu.tsx'
import { SavedState } from './saved-state.tsx'

/** The title bar of the editor: name, save state, and the actions for the whole bot. */
export function EditorBar({ onHistory }: { onHistory: () => void }) {
  const t = useT('bot')
  const { spaceId, botId, loaded, isReadOnly, store } = useEditor()
  const name = useDraft((draft) => draft.info.name)
  const iconUrl = useDraft((draft) => draft.info.icon_url)
  const isChanged = useDraft((draft) => draft.dirty.size > 0 || !draft.isLive)
  const [opened, setOpened] = useState<'info' | 'copy' | 'people' | null>(null)
  const close = () => setOpened(null)
  const navigate = useNavigate()
  const params = { space_id: spaceId, bot_id: botId }
  return (
    <>
      <BotTitleBar
        spaceId={spaceId}
        botId={botId}
        name={name}
        iconUrl={iconUrl}
        view="build"
        state={{
          isPublished: loaded.has_publish,
          hasChanges: isChanged,
          isReadOnly,
          isListed: loaded.bot_market_status === 1,
        }}
        beside={
          <>
            {!isReadOnly && (
              <IconButton size="sm" icon={Pencil} label={t('info.edit')} onClick={() => setOpened('info')} />
            )}
            <ModeMenu />
          </>
        }
        note={<SavedState />}
        actions={
          <>
            <IconButton size="lg" icon={History} label={t('history.open')} onClick={onHistory} />
            <IconButton size="lg" icon={Users} label={t('people.open')} onClick={() => setOpened('people')} />
            <IconButton size="lg" icon={Copy} label={t('copy.open')} onClick={() => setOpened('copy')} />
            <IconButton
              size="lg"
              icon={FlaskConical}
              label={t('runOnDataset')}
              onClick={() => {
                void store.flush()
                void navigate({
                  to: '/space/$space_id/evaluate/experiments/new',
                  params: { space_id: spaceId },
                  search: { bot: botId },
                })
              }}
            />
            {loaded.collaborator_status.operateable && (
              <Link
                to="/space/$space_id/bot/$bot_id/publish"
                params={params}

                onClick={() => void store.flush()}
                className={buttonStyle('solid')}
              >
                {t('publish')}
              </Link>
            )}
          </>
        }
      />
      {opened === 'info' && <BotInfoDialog onClose={close} />}
      {opened === 'people' && <ShareDialog shared={{ kind: 'bot', id: botId, spaceId }} onClose={close} />}
      {opened === 'copy' && <CopyDialog app={{ kind: 'bot', id: botId, name, spaceId }} onClose={close} />}
    </>
  )
}
