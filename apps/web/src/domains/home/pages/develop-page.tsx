import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bot, Plus } from 'lucide-react'
import { createActions } from '../../../lib/create-actions.ts'
import { useT } from '../../../lib/i18n.ts'
import { useKeys } from '../../../lib/keys.ts'
import { useScene } from '../../../lib/scene.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useSpace } from '../../../lib/spaces.ts'
import { useNarrow } from '../../../lib/viewport.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, NoMatch } from '../../../ui/empty-state.tsx'
import { FootBar } from '../../../ui/foot-bar.tsx'
import { TitleBar } from '../../../ui/title-bar.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { DevelopFilters } from '../components/develop-filters.tsx'

/** Bots and projects of a space. */
export function DevelopPage() {
  const t = useT('home')
  const space = useSpace()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed/space/$space_id/develop' })
  useScene('develop')
  const maker = createActions.use().find((action) => action.id === 'bot' && (action.may?.(space) ?? true))
  const create = () => maker?.open(space)
  useKeys('c', create, maker !== undefined)
  useShortcuts({
    id: 'develop',
    title: t('title'),
    shortcuts: maker ? [{ keys: 'c', label: t('keys.create') }] : [],
  })
  const isNarrow = useNarrow()
  const isFiltered = Object.values(search).some(Boolean)
  const clear = () => void navigate({ to: '.', search: {}, replace: true })

  const button = (
    <Button kind="solid" icon={Plus} disabled={!maker} focusableWhenDisabled onClick={create}>
      {t('create')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} actions={maker && button} />
      <DevelopFilters />
      <main className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5">
        {isFiltered ? (
          <NoMatch text={search.word ? t('noMatch', { word: search.word }) : undefined} onClear={clear} />
        ) : (
          <EmptyState
            icon={Bot}
            title={t('empty.title')}
            text={t('empty.text')}
            action={maker ? button : <Tooltip text={t('empty.notYet')}>{button}</Tooltip>}
          />
        )}
      </main>
      <FootBar
        hints={
          isNarrow
            ? undefined
            : [
                { keys: 'mod+k', label: t('keys.palette') },
                { keys: '?', label: t('keys.all') },
              ]
        }
      >
        {t('shown', { count: 0 })}
      </FootBar>
    </div>
  )
}
