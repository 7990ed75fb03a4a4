/** The metrics of dashboard charts, each with the attributes that can split it into several curves. */
export const chartMetrics = {
  runs: ['object', 'version', 'scene'],
  errors: ['object', 'version', 'scene'],
  error_rate: ['object', 'version', 'scene'],
  latency_p50: ['object', 'scene'],
  latency_p95: ['object', 'scene'],
  latency_p99: ['object', 'scene'],
  first_token_p95: ['object', 'scene'],
  model_calls: ['object', 'model', 'version', 'scene'],
  model_latency_p95: ['object', 'model', 'scene'],
  tokens: ['object', 'model', 'version', 'scene'],
  cost: ['object', 'model', 'version', 'scene'],
} as const satisfies Record<string, readonly string[]>
export type ChartMetric = keyof typeof chartMetrics
export const chartSplits = ['object', 'model', 'version', 'scene'] as const
export type ChartSplit = (typeof chartSplits)[number]

/** Not every metric has every split: runs have no model, and latencies are not stored by version. */
export const splitsOf = (metric: ChartMetric): readonly ChartSplit[] => chartMetrics[metric]
export const isOfModels = (metric: ChartMetric): boolean => splitsOf(metric).includes('model')
