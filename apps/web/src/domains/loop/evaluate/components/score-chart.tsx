import { Bars, Lines, RadarShapes, Slices } from '#domains/chat/trace/index.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import { type ChartFigures, type ChartWord, singleValues } from '../chart-figures.ts'
import { shownScore } from './mean-bar.tsx'

const colours = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)']
const colourOf = (at: number) => colours[at % colours.length]!

interface ScoreChartProps {
  type: ChartWord
  title: string
  note?: string
  figures: ChartFigures
  hasMenu?: boolean
}
/** A chart of scores, of one of six types. Screen readers read it as a table. */
export function ScoreChart({ type, title, note, figures, hasMenu = false }: ScoreChartProps) {
  const { labels, series } = figures
  const shared = { title, hasMenu, format: shownScore, ...(note && { note }) }
  if (type === 'figure')
    return (
      <section aria-label={title} className="rounded-lg border border-line bg-card p-4">
        <h2 className="mb-2 font-semibold">{title}</h2>
        <FigureGrid
          figures={singleValues(figures).map(({ name, value }) => ({
            label: name,
            value: value === undefined ? '–' : shownScore(value),
            note: note ?? '',
          }))}
        />
      </section>
    )
  if (type === 'pie') {
    const parts = singleValues(figures)
    return (
      <Slices
        {...shared}
        series={parts.map(({ name }, at) => ({ key: `v${at}`, name, colour: colourOf(at) }))}
        rows={[{ label: note ?? title, ...Object.fromEntries(parts.map(({ value }, at) => [`v${at}`, value])) }]}
      />
    )
  }
  const drawn = {
    ...shared,
    series: series.map(({ name }, at) => ({ key: `v${at}`, name, colour: colourOf(at) })),
    rows: labels.map((label, index) => ({
      label,
      ...Object.fromEntries(series.map(({ values }, at) => [`v${at}`, values[index]])),
    })),
  }
  if (type === 'radar') return <RadarShapes {...drawn} />
  if (type === 'line') return <Lines {...drawn} />
  return <Bars {...drawn} isGrouped={type === 'bars'} />
}
