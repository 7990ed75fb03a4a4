export { AnalysePanel } from './components/analyse-panel.tsx'
export { LogsPanel } from './components/logs-panel.tsx'
export { TracePanel } from './components/trace-panel.tsx'
