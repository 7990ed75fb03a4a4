import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Bot, FolderOpen, Plus, Sparkles } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { useStored } from '#lib/local-store.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { useSpace } from '#lib/spaces.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ImportButton } from '#domains/library/bundle/index.ts'
import { AppGrid } from '../components/app-grid.tsx'
import { DevelopFilters } from '../components/develop-filters.tsx'
import { FirstParts } from '../components/first-parts.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { appsQuery } from '../home.queries.ts'

/** With at most this many apps, one row, the page also shows suggestions for beginners. */
const FEW = 4

/** Bots and projects of a space. */
export function DevelopPage() {
  const t = useT('home')
  const space = useSpace()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed/space/$space_id/develop' })
  const isProjects = search.kind === 'projects'
  const makers = createActions.use().filter((action) => action.may?.(space) ?? true)
  const makerOf = (id: 'bot' | 'project') => makers.find((action) => action.id === id)
  const maker = makerOf(isProjects ? 'project' : 'bot')
  const create = () => maker?.open(space)
  useKeys('c', create, maker !== undefined)
  useShortcuts({
    id: 'develop',
    title: t('title'),
    shortcuts: [
      ...(maker ? [{ keys: 'c', label: t('keys.create') }] : []),
      { keys: ['ArrowLeft', 'ArrowRight'], label: t('keys.move') },
      { keys: 'Enter', label: t('keys.open') },
    ],
  })
  const isNarrow = useNarrow()
  const isFiltered = Object.entries(search).some(([key, value]) => key !== 'sort' && key !== 'kind' && value)
  const clear = () => void navigate({ to: '.', search: {}, replace: true })
  const buttonOf = (id: 'bot' | 'project', isMain: boolean) =>
    makerOf(id) && (
      <Button kind={isMain ? 'solid' : 'plain'} icon={Plus} onClick={() => makerOf(id)?.open(space)}>
        {t(`create.${id}`)}
      </Button>
    )
  const button = buttonOf(isProjects ? 'project' : 'bot', true)
  const otherButtons = (
    <>
      {maker && <ImportButton spaceId={space.id} />}
      {makerOf('project') && (
        <Link to="/space/$space_id/new-app" params={{ space_id: space.id }} className={buttonStyle('plain')}>
          <Icon of={Sparkles} size={16} />
          {t('create.app')}
        </Link>
      )}
      {buttonOf(isProjects ? 'bot' : 'project', false)}
    </>
  )
  const buttons = (
    <>
      {otherButtons}
      {button}
    </>
  )
  const empty = isFiltered ? (
    <NoMatch text={search.word ? t('noMatch', { word: search.word }) : undefined} onClear={clear} />
  ) : isProjects ? (
    <EmptyState icon={FolderOpen} title={t('projects.empty')} text={t('projects.text')} action={button} guide />
  ) : (
    <EmptyState icon={Bot} title={t('empty.title')} text={t('empty.text')} action={button} guide />
  )
  const [skipped, setSkipped] = useStored<readonly string[]>('home.skippedSteps', [])
  const { data } = useInfiniteQuery(appsQuery(space.id, search))
  const count = data?.pages[0]?.intelligences.length
  const isEmpty = !isFiltered && count === 0
  // Only for people who may create apps, and only in the unfiltered list.
  const isMaker = !isFiltered && search.kind === undefined && maker !== undefined
  const isBeginning = isMaker && count !== undefined && count > 0 && count <= FEW
  if (isMaker && isEmpty && !skipped.includes(space.id))
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <TitleBar title={t('title')} actions={buttons} />
        <div className="min-h-0 flex-1 overflow-y-auto px-5">
          <FirstSteps space={space} onSkip={() => setSkipped([...skipped, space.id])} />
        </div>
      </div>
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} actions={isEmpty ? otherButtons : buttons} />
      <DevelopFilters spaceId={space.id} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5">
        <AppGrid key={space.id} spaceId={space.id} search={search} empty={empty} />
        {isBeginning && (
          <div className="pb-5">
            <FirstParts spaceId={space.id} />
          </div>
        )}
      </div>
      <FootBar
        hints={
          isNarrow
            ? undefined
            : [
                ...(maker ? [{ keys: 'c', label: t('keys.createShort') }] : []),
                { keys: ['ArrowLeft', 'ArrowRight'], label: t('keys.move') },
                { keys: 'Enter', label: t('keys.open') },
                { keys: '?', label: t('keys.all') },
              ]
        }
      >
        <Shown spaceId={space.id} />
      </FootBar>
    </div>
  )
}

function Shown({ spaceId }: { spaceId: string }) {
  const t = useT('home')
  const search = useSearch({ from: '/signed/space/$space_id/develop' })
  const { data } = useInfiniteQuery(appsQuery(spaceId, search))
  if (!data) return null
  const shown = data.pages.reduce((sum, page) => sum + page.intelligences.length, 0)
  return <>{t('shown', { shown: formatNumber(shown), total: formatNumber(data.pages[0]?.total ?? shown) })}</>
}
