import type { AlarmFigure, NoticeParams, ReleaseEvent } from './notice-params.ts'
import type { NoticeWords } from './notice-words.ts'

const figures: Record<AlarmFigure, readonly [en: string, zh: string, unit: string]> = {
  runs: ['Runs', '运行次数', ''],
  errors: ['Errors', '错误数', ''],
  error_rate: ['Error rate', '错误率', ' %'],
  latency_p50: ['Latency (p50)', '耗时（P50）', ' ms'],
  latency_p95: ['Latency (p95)', '耗时（P95）', ' ms'],
  tokens: ['Tokens', 'Token 用量', ''],
  cost: ['Cost', '费用', ''],
}
const shown = (value: number | null) => (value === null ? '–' : String(Math.round(value * 100) / 100))

export function alarmWords(alarm: NoticeParams['alarm']): NoticeWords {
  const [en, zh, unit] = figures[alarm.metric]
  const isFired = alarm.event === 'fired'
  const value = `${shown(alarm.value)}${alarm.value === null ? '' : unit}`
  const threshold = `${shown(alarm.threshold)}${unit}`
  return {
    en: {
      title: `${isFired ? 'Alarm' : 'Resolved'}: ${alarm.name}`,
      text: `${en}: ${value} (threshold: ${alarm.isAbove ? 'above' : 'below'} ${threshold}, last ${alarm.minutes} min)`,
    },
    zh: {
      title: `${isFired ? '告警触发' : '告警恢复'}：${alarm.name}`,
      text: `${zh}：${value}（阈值：${alarm.isAbove ? '高于' : '低于'} ${threshold}，最近 ${alarm.minutes} 分钟）`,
    },
  }
}

const titles: Record<ReleaseEvent, readonly [en: string, zh: string]> = {
  pending_approval: ['A release waits for your approval', '有发布待你审批'],
  approved: ['Your release was approved', '你的发布已通过审批'],
  rejected: ['Your release was rejected', '你的发布已被驳回'],
  finished: ['Your release is finished', '你的发布已完成'],
  rolled_back: ['Your release was rolled back', '你的发布已回滚'],
  stopped_by_guard: ['The guard stopped your release', '守护规则终止了你的发布'],
}
export function releaseWords({
  event,
  prompts,
  isProduction,
  place,
  comment,
  why,
}: NoticeParams['release']): NoticeWords {
  const [en, zh] = titles[event]
  const lines = (list: (string | false)[]) => list.filter(Boolean).join('\n')
  return {
    en: {
      title: en,
      text: lines([
        `Prompts: ${prompts.join(', ')}`,
        `Place: ${[isProduction ? 'production' : 'test', ...place].join(' / ')}`,
        comment && `Comment: ${comment}`,
        !!why?.en && `Why: ${why.en}`,
      ]),
    },
    zh: {
      title: zh,
      text: lines([
        `提示词：${prompts.join('、')}`,
        `位置：${[isProduction ? '生产' : '测试', ...place].join(' / ')}`,
        comment && `说明：${comment}`,
        !!why?.zh && `原因：${why.zh}`,
      ]),
    },
  }
}
