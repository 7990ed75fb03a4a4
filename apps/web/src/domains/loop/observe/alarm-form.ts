import type { TraceAlarm } from './alarm.queries.ts'

export const alarmMetrics = ['error_rate', 'errors', 'latency_p95', 'latency_p50', 'runs', 'tokens', 'cost'] as const
export type AlarmMetric = (typeof alarmMetrics)[number]
export const unitOf = (metric: AlarmMetric): string =>
  metric === 'error_rate' ? '%' : metric.startsWith('latency') ? 'ms' : ''
/** The choice of all apps. No id or service name is blank. */
export const allApps = ' '

export const toForm = (alarm: TraceAlarm | undefined, userId: string) => ({
  name: alarm?.name ?? '',
  metric: alarm?.metric ?? ('error_rate' as AlarmMetric),
  side: (alarm?.is_above ?? true) ? ('above' as const) : ('below' as const),
  threshold: (alarm?.threshold ?? 10) as number | null,
  minutes: (alarm?.window_minutes ?? 5) as number | null,
  minRuns: (alarm?.min_runs ?? 1) as number | null,
  app: alarm?.object_key || allApps,
  people: alarm?.user_ids ?? [userId],
  url: alarm?.webhook_url ?? '',
  isOn: alarm?.is_on ?? true,
})
export type AlarmForm = ReturnType<typeof toForm>

export const isReady = ({ name, threshold, minutes, minRuns, people, url }: AlarmForm): boolean =>
  name.trim() !== '' &&
  threshold !== null &&
  minutes !== null &&
  minRuns !== null &&
  (people.length > 0 || url.trim() !== '')

export const fromForm = (form: AlarmForm) => ({
  name: form.name.trim(),
  metric: form.metric,
  is_above: form.side === 'above',
  threshold: form.threshold ?? 0,
  window_minutes: form.minutes ?? 5,
  min_runs: form.minRuns ?? 1,
  object_key: form.app.trim(),
  user_ids: form.people,
  webhook_url: form.url.trim(),
  is_on: form.isOn,
})
