import { useT } from '#lib/i18n.ts'
import type { Report } from '../checkup.queries.ts'

const SIZE = 260
const CENTRE = SIZE / 2
const RADIUS = 88
const rings = [0.25, 0.5, 0.75, 1]
const MIN_MODULES = 3

/** Scores by module as a radar chart, with those of the previous check-up behind. A table shows the same figures. */
export function ModuleRadar({ modules }: { modules: Report['modules'] }) {
  const t = useT('checkup')
  if (modules.length < MIN_MODULES) return null
  const at = (index: number, share: number): [number, number] => {
    const angle = (index / modules.length) * 2 * Math.PI - Math.PI / 2
    return [CENTRE + Math.cos(angle) * RADIUS * share, CENTRE + Math.sin(angle) * RADIUS * share]
  }
  const shape = (of: (one: Report['modules'][number]) => number | undefined) =>
    modules.map((one, index) => at(index, (of(one) ?? 0) / 100).join(',')).join(' ')
  const hasLast = modules.some(({ last_score }) => last_score !== undefined)
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={t('radar')} className="w-full max-w-80 shrink-0">
      {rings.map((share) => (
        <polygon
          key={share}
          points={modules.map((_, index) => at(index, share).join(',')).join(' ')}
          className="fill-none stroke-line"
        />
      ))}
      {hasLast && (
        <polygon
          points={shape(({ last_score }) => last_score)}
          className="fill-none stroke-mute"
          strokeDasharray="4 3"
        />
      )}
      <polygon
        points={shape(({ score }) => score)}
        className="fill-brand-solid/20 stroke-brand-solid"
        strokeWidth={2}
      />
      {modules.map(({ module }, index) => {
        const [x, y] = at(index, 1.22)
        return (
          <text
            key={module}
            x={x}
            y={y}
            textAnchor="middle"
            dominantBaseline="middle"
            fontSize={11}
            className="fill-ink"
          >
            {t(`module.${module}`)}
          </text>
        )
      })}
    </svg>
  )
}
