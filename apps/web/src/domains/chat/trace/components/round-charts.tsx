import { Cell, Pie, PieChart, PolarAngleAxis, PolarGrid, Radar, RadarChart } from 'recharts'
import { type ChartProps, Frame, tipOf } from './charts.tsx'

/** A pie with one slice for each series, from the values of the first row. */
export function Slices(props: ChartProps) {
  const { series, rows, format } = props
  const parts = series.map(({ key, name, colour }) => ({ name, colour, value: Number(rows[0]?.[key] ?? 0) }))
  return (
    <Frame {...props}>
      <PieChart accessibilityLayer={false}>
        {tipOf(format)}
        <Pie
          data={parts}
          dataKey="value"
          nameKey="name"
          isAnimationActive={false}
          stroke="var(--card)"
          rootTabIndex={-1}
        >
          {parts.map(({ name, colour }) => (
            <Cell key={name} fill={colour} />
          ))}
        </Pie>
      </PieChart>
    </Frame>
  )
}

/** A radar chart with one shape for each series. */
export function RadarShapes(props: ChartProps) {
  const { series, rows, format } = props
  return (
    <Frame {...props}>
      <RadarChart data={[...rows]} accessibilityLayer={false}>
        {tipOf(format)}
        <PolarGrid stroke="var(--line)" />
        <PolarAngleAxis dataKey="label" stroke="var(--mute)" fontSize={11} tickLine={false} />
        {series.map(({ key, name, colour }) => (
          <Radar
            key={key}
            dataKey={key}
            name={name}
            stroke={colour}
            fill={colour}
            fillOpacity={0.12}
            isAnimationActive={false}
          />
        ))}
      </RadarChart>
    </Frame>
  )
}
