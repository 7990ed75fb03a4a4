import { ArenaField, arenaFieldNames, PkScene } from '@orrery/contract/shared/arena-enums'
import { Trophy } from 'lucide-react'
import { formatFullTime, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import type { Board, PartOnView } from '../arena.queries.ts'
import { cornersOf, partOf } from '../board-part.ts'
import { Radar } from './radar.tsx'
import { StandingsTable } from './standings-table.tsx'
import { WinTable } from './win-table.tsx'

const scenes = { all: PkScene.all, model: PkScene.model, bot: PkScene.bot } as const
type SceneName = keyof typeof scenes
const nameOfValue = <K extends string, V>(values: Record<K, V>, value: V) =>
  (Object.keys(values) as K[]).find((name) => values[name] === value)!
/** Maximum number of models on the radar. */
const MAX_ON_RADAR = 4
const fields = arenaFieldNames.filter((name) => name !== 'all')

interface BoardViewProps {
  board: Board
  view: PartOnView
  onView: (view: PartOnView) => void
}

/** A board: the table, the radar, the wins between models, and the method. */
export function BoardView({ board, view, onView }: BoardViewProps) {
  const t = useT('arena')
  // The loaded view, which lags behind the selected one.
  const { scene, field } = board.view
  const part = partOf(board, scene, field)
  const names = new Map(board.models.map((model) => [model.id, model]))
  const nameOf = (id: string) => names.get(id)?.name ?? ''
  const whole = partOf(board, scene, ArenaField.all)
  const hasCorners = board.parts.some(({ field: at, standings }) => at > 0 && standings.some(({ radar }) => radar >= 0))
  return (
    <div className="flex flex-col gap-6 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('board.scene')}
          items={(Object.keys(scenes) as SceneName[]).map((value) => ({ value, label: t(`scene.${value}`) }))}
          value={nameOfValue(scenes, view.scene)}
          onChange={(name) => onView({ ...view, scene: scenes[name] })}
        />
        <Select
          prefix={t('board.field')}
          items={arenaFieldNames.map((value) => ({ value, label: t(`field.${value}`) }))}
          value={nameOfValue(ArenaField, view.field)}
          onChange={(name) => onView({ ...view, field: ArenaField[name] })}
        />
        <span className="text-small text-mute">
          {t('board.counted', { count: board.vote_count, number: formatNumber(board.vote_count) })}
          {board.computed_at > 0 && ` · ${t('board.computed', { time: formatFullTime(board.computed_at) })}`}
        </span>
      </div>
      {part ? (
        <>
          <section aria-label={t('board.table')} className="overflow-hidden rounded-lg bg-card shadow-card">
            <StandingsTable part={part} nameOf={nameOf} companyOf={(id) => names.get(id)?.company ?? ''} />
          </section>
          <div className="grid gap-6 lg:grid-cols-2">
            <section aria-label={t('radar.title')} className="min-w-0 rounded-lg bg-card p-5 shadow-card">
              <h2 className="mb-2 font-semibold">{t('radar.title')}</h2>
              {hasCorners ? (
                <Radar
                  label={t('radar.label')}
                  corners={fields.map((name) => t(`field.${name}`))}
                  shapes={(whole ?? part).standings
                    .slice(0, MAX_ON_RADAR)
                    .map(({ model_id: id }) => ({ name: nameOf(id), values: cornersOf(board, scene, id) }))}
                />
              ) : (
                <p className="text-small text-mute">{t('radar.none')}</p>
              )}
            </section>
            <section aria-label={t('wins.title')} className="min-w-0 rounded-lg bg-card p-5 shadow-card">
              <h2 className="mb-2 font-semibold">{t('wins.title')}</h2>
              <WinTable part={part} nameOf={nameOf} />
            </section>
          </div>
        </>
      ) : (
        <EmptyState icon={Trophy} title={t('board.none')} text={t('board.noneText')} />
      )}
      {board.agreement && board.agreement.of > 0 && (
        <p>
          {t('board.agreement', {
            percent: Math.round((100 * board.agreement.agreed) / board.agreement.of),
            number: formatNumber(board.agreement.of),
          })}
        </p>
      )}
      <section aria-label={t('method.title')} className="max-w-180 text-small text-mute">
        <h2 className="mb-1 font-semibold text-ink">{t('method.title')}</h2>
        <p>{t('method.text')}</p>
        {board.left_out.length > 0 && (
          <>
            <p className="mt-2">{t('method.leftOut')}</p>
            <ul className="list-disc pl-5">
              {board.left_out.map(({ reason, count }) => (
                <li key={reason}>
                  {t(`reason.${reason}`)}: {formatNumber(count)}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}
