import { Resvg } from '@resvg/resvg-js'
import { type EChartsOption, init } from 'echarts'
import { refuse } from './refuse.ts'

export interface Chart {
  type: string
  title: string
  labels: string[]
  series: { name: string; values: number[] }[]
  width: number
  height: number
}

/** Draws a chart on the server as SVG, and converts it to a PNG. */
export function drawChart({ type, title, labels, series, width, height }: Chart): Buffer {
  const head = {
    animation: false,
    backgroundColor: '#ffffff',
    ...(title && { title: { text: title, left: 'center', top: 12 } }),
    legend: { bottom: 8 },
    textStyle: { fontFamily: 'sans-serif' },
  }
  const axes = {
    grid: { left: 60, right: 30, top: title ? 60 : 30, bottom: 60 },
    xAxis: { type: 'category', data: labels },
    yAxis: { type: 'value' },
  }
  let option: EChartsOption
  if (type === 'pie') {
    const [first] = series
    option = {
      ...head,
      series: [
        { type: 'pie', radius: '60%', data: labels.map((name, index) => ({ name, value: first!.values[index] ?? 0 })) },
      ],
    }
  } else if (['bar', 'line', 'area', 'scatter'].includes(type)) {
    option = {
      ...head,
      ...axes,
      series: series.map(({ name, values }) => ({
        name,
        type: type === 'area' ? 'line' : type,
        data: values,
        ...(type === 'area' && { areaStyle: {} }),
      })),
    } as EChartsOption
  } else throw refuse('type: must be bar, line, area, pie or scatter')
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    return new Resvg(chart.renderToSVGString(), { font: { loadSystemFonts: true } }).render().asPng()
  } finally {
    chart.dispose()
  }
}
