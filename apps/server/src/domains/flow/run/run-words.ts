import type { Locale } from '#kit/errors.ts'
import type { NodeRecord } from './node-record.ts'
import type { RunView } from './run-view.service.ts'

/**
 * Errors are stored in both languages, since the reader of a run may use another language than the person who started
 * it.
 */
export const rowIn = <Row extends { error: string; errorZh: string }>(row: Row, locale: Locale): Row =>
  locale === 'zh-CN' && row.errorZh ? { ...row, error: row.errorZh } : row

export const recordIn = (record: NodeRecord, locale: Locale): NodeRecord =>
  locale === 'zh-CN' && record.errorZh ? { ...record, error: record.errorZh } : record

/** A run with its errors in the language of the reader. */
export const viewIn = (view: RunView, locale: Locale): RunView =>
  locale === 'zh-CN'
    ? { ...view, row: rowIn(view.row, locale), records: view.records.map((record) => recordIn(record, locale)) }
    : view
