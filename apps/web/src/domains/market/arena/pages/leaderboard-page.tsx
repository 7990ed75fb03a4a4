import { ArenaField, boardKinds, type BoardKind, LIVE_BOARD, PkScene } from '@orrery/contract/shared/arena-enums'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Select } from '#ui/select.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { arenaConfQuery, boardQuery, type PartOnView } from '../arena.queries.ts'
import { BoardView } from '../components/board-view.tsx'

/** The live board and the editions of past months. Results of the machine judge are shown separately. */
export function LeaderboardPage() {
  const t = useT('arena')
  const conf = useQuery(arenaConfQuery)
  const [id, setId] = useState(LIVE_BOARD)
  const [kind, setKind] = useState<BoardKind>('people')
  const [view, setView] = useState<PartOnView>({ scene: PkScene.all, field: ArenaField.all })
  const isOpen = conf.data?.access_to_leaderboard ?? false
  const board = useQuery({ ...boardQuery(kind === 'people' ? id : LIVE_BOARD, kind, view), enabled: isOpen })
  const known = conf.data?.leaderboards ?? []
  const editions = known.some((one) => one.id === LIVE_BOARD)
    ? known
    : [{ id: LIVE_BOARD, name: t('board.live') }, ...known]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('board.title')}
        beside={board.data?.is_frozen ? <Tag icon={Lock}>{t('board.frozen')}</Tag> : undefined}
        actions={
          <>
            {kind === 'people' && isOpen && (
              <Select
                label={t('board.edition')}
                items={editions.map((one) => ({
                  value: one.id,
                  label: one.id === LIVE_BOARD ? t('board.live') : one.name,
                }))}
                value={id}
                onChange={setId}
                className="w-44"
              />
            )}
            <Link to="/explore/arena" className={buttonStyle('solid')}>
              {t('board.battle')}
            </Link>
          </>
        }
      />
      <Tabs
        size="page"
        label={t('board.kinds')}
        items={boardKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {conf.data && !isOpen ? (
          <EmptyState
            icon={Lock}
            title={t('board.closed')}
            text={t('board.closedText', { count: conf.data.votes_needed })}
            action={
              <Link to="/explore/arena" className={buttonStyle('solid')}>
                {t('board.battle')}
              </Link>
            }
          />
        ) : (
          <QueryPage query={board} failed={t('board.failed')} missing={t('board.missing')}>
            {(data) => <BoardView board={data} view={view} onView={setView} />}
          </QueryPage>
        )}
      </div>
    </div>
  )
}
