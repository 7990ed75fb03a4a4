import type { AlarmMetric } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { AlarmEventRow, AlarmRow } from './alarm.table.ts'

const metrics: Record<AlarmMetric, readonly [en: string, zh: string, unit: string]> = {
  runs: ['Runs', '运行次数', ''],
  errors: ['Errors', '错误数', ''],
  error_rate: ['Error rate', '错误率', ' %'],
  latency_p50: ['Latency (p50)', '耗时（P50）', ' ms'],
  latency_p95: ['Latency (p95)', '耗时（P95）', ' ms'],
  tokens: ['Tokens', 'Token 用量', ''],
  cost: ['Cost', '费用', ''],
}
const shown = (value: number | null) => (value === null ? '–' : String(Math.round(value * 100) / 100))

/** What an email about an alarm says. */
export function mailOf(alarm: AlarmRow, event: AlarmEventRow, link: string, locale: Locale) {
  const [en, zh, unit] = metrics[alarm.metric]
  const isFired = event.type === 'fired'
  const value = `${shown(event.value)}${event.value === null ? '' : unit}`
  const threshold = `${shown(alarm.threshold)}${unit}`
  return locale === 'zh-CN'
    ? {
        subject: `${isFired ? '告警触发' : '告警恢复'}：${alarm.name}`,
        text: `告警「${alarm.name}」${isFired ? '已触发' : '已恢复'}。\n\n${zh}：${value}（阈值：${alarm.isAbove ? '高于' : '低于'} ${threshold}，最近 ${alarm.windowMinutes} 分钟）\n\n查看：${link}`,
      }
    : {
        subject: `${isFired ? 'Alarm' : 'Resolved'}: ${alarm.name}`,
        text: `The alarm “${alarm.name}” ${isFired ? 'has fired' : 'is resolved'}.\n\n${en}: ${value} (threshold: ${alarm.isAbove ? 'above' : 'below'} ${threshold}, last ${alarm.windowMinutes} min)\n\nOpen: ${link}`,
      }
}
