export { AnalysePanel } from './components/analyse-panel.tsx'
export { LogsPanel } from './components/logs-panel.tsx'
export { TracePanel, TraceView } from './components/trace-panel.tsx'
export type { Trace, TraceSpan } from './trace.queries.ts'
