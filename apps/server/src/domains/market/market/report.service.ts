import { and, count, desc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { product, productReport } from './market.table.ts'

export const reportReasons = [
  { code: 1, key: 'report_harmful', en: 'Harmful or dangerous', zh: '有害或危险' },
  { code: 2, key: 'report_fraud', en: 'Fraud or spam', zh: '欺诈或垃圾信息' },
  { code: 3, key: 'report_rights', en: 'Violates the rights of others', zh: '侵犯他人权益' },
  { code: 4, key: 'report_broken', en: 'Does not work', zh: '无法使用' },
  { code: 5, key: 'report_other', en: 'Other', zh: '其他' },
] as const
const Status = { open: 1, done: 3 } as const

/** Reports about products. */
export function createReportService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  return {
    async submit(input: {
      userId: string
      productId: string
      objectType: number
      reasons: number[]
      description: string
    }) {
      const known = reportReasons.map((reportReason) => reportReason.code as number)
      const reasons = [...new Set(input.reasons)]
      if (reasons.some((code) => !known.includes(code)))
        throw errors.badInput({
          problem: 'detail.reason_codes: unknown reason',
          problemZh: 'detail.reason_codes：未知的举报原因',
        })
      // A second report replaces the first.
      await db.transaction(async (tx) => {
        await tx
          .delete(productReport)
          .where(
            and(
              eq(productReport.userId, input.userId),
              eq(productReport.productId, input.productId),
              eq(productReport.status, Status.open),
            ),
          )
        await tx.insert(productReport).values({ ...input, reasons, id: newId(), createdAt: clock.now() })
      })
    },
    async times(ids: string[]): Promise<Map<string, { total: number; open: number }>> {
      const found = new Map<string, { total: number; open: number }>()
      if (!ids.length) return found
      const rows = await db
        .select({ id: productReport.productId, status: productReport.status, n: count() })
        .from(productReport)
        .where(inArray(productReport.productId, ids))
        .groupBy(productReport.productId, productReport.status)
      for (const row of rows) {
        const known = found.get(row.id) ?? { total: 0, open: 0 }
        found.set(row.id, { total: known.total + row.n, open: known.open + (row.status === Status.open ? row.n : 0) })
      }
      return found
    },
    async query(filter: {
      ids?: string[] | undefined
      objectType?: number | undefined
      from?: number | undefined
      to?: number | undefined
      userId?: string | undefined
      page: number
      size: number
    }) {
      const where = and(
        filter.ids?.length ? inArray(productReport.productId, filter.ids) : undefined,
        filter.objectType === undefined ? undefined : eq(productReport.objectType, filter.objectType),
        filter.from === undefined ? undefined : gte(productReport.createdAt, filter.from),
        filter.to === undefined ? undefined : lte(productReport.createdAt, filter.to),
        filter.userId ? eq(productReport.userId, filter.userId) : undefined,
      )
      const rows = await db
        .select({ report: productReport, texts: product.texts })
        .from(productReport)
        .innerJoin(product, eq(product.id, productReport.productId))
        .where(where)
        .orderBy(desc(productReport.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db.select({ n: count() }).from(productReport).where(where)
      return { rows, total: total!.n }
    },
    async close(productId: string) {
      await db.update(productReport).set({ status: Status.done }).where(eq(productReport.productId, productId))
    },
  }
}
export type ReportService = ReturnType<typeof createReportService>
