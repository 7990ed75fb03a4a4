import { op } from '#kit.ts'

export const traceMetrics = {
  text: op('GET /metrics', {
    summary: 'Get counters of this process for Prometheus (instance owner)',
    summaryZh: '获取当前进程的 Prometheus 指标（仅实例所有者）',
    scope: 'Usage.view',
    reply: 'raw',
  }),
}
