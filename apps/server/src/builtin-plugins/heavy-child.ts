import { answerTasks } from '#kit/documents/worker-answers.ts'
import type { Chart } from './draw-chart.ts'

/**
 * Drawing, typesetting, parsing untrusted pages and arithmetic run in this worker, so that requests do not wait. Each
 * library loads on first use.
 */
const math = () => import('./evaluate.ts')
const pdf = () => import('./write-pdf.ts')
const markup = () => import('./read-markup.ts')
answerTasks({
  calculate: async ({ expression }: { expression: string }) => (await math()).calculate(expression),
  unit: async ({ value, from, to }: { value: number; from: string; to: string }) =>
    (await math()).convertUnit(value, from, to),
  chart: async (chart: Chart) => (await import('./draw-chart.ts')).drawChart(chart),
  pdf: async ({ markdown, title }: { markdown: string; title: string }) => (await pdf()).toPdf(markdown, title),
  words: async ({ markdown }: { markdown: string }) => (await pdf()).plainText(markdown),
  headings: async ({ markdown }: { markdown: string }) => (await pdf()).headingsOf(markdown),
  page: async ({ source }: { source: string }) => (await markup()).readPage(source),
  feed: async ({ source, count }: { source: string; count: number }) => (await markup()).readFeed(source, count),
})
