import type { ExperimentFilters } from '@orrery/contract'
import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { likeText } from '#kit/db.ts'
import { experimentErrors } from './experiment.errors.ts'
import { experiment } from './experiment.table.ts'

const isId = /^[1-9]\d{0,18}$/
const inTarget = (test: SQL) =>
  sql`EXISTS (SELECT FROM eval_target_version v JOIN eval_target t ON t.id = v.target_id WHERE v.id = ${experiment.targetVersionId} AND ${test})`
const hasEvaluator = (key: string, value: string) =>
  sql`${experiment.evaluators} @> ${JSON.stringify([{ [key]: value }])}::jsonb`
/** Condition for one value, by the number of the filtered field. */
const tests: Record<number, (value: string) => SQL> = {
  2: (value) => eq(experiment.createdBy, value),
  3: (value) => sql`${experiment.status} = ${Number(value)}`,
  5: (value) => inTarget(sql`t.id = ${value}`),
  6: (value) => eq(experiment.datasetId, value),
  7: (value) => hasEvaluator('evaluatorId', value),
  8: (value) => inTarget(sql`t.type = ${Number(value)}`),
  20: (value) => hasEvaluator('versionId', value),
  21: (value) => eq(experiment.targetVersionId, value),
  22: (value) => eq(experiment.datasetVersionId, value),
}
const SOURCE = 9
const negated = new Set([2, 8])

function conditionSql({
  field,
  operator = 1,
  value = '',
  source_target,
}: ExperimentFilters['filter_conditions'][number]) {
  if (field?.field_type === SOURCE) {
    const ids = source_target?.source_target_ids ?? []
    return ids.length
      ? inTarget(
          sql`t.source_id IN (${sql.join(
            ids.map((id) => sql`${id}`),
            sql`, `,
          )})`,
        )
      : undefined
  }
  const test = tests[field?.field_type ?? 0]
  if (!test || operator < 1 || (operator > 2 && operator < 7))
    throw experimentErrors.badFilter({
      problem:
        'experiments are filtered by creator, status, target, dataset or evaluator, with equal, not equal, in or not in',
      problemZh: '实验支持按创建者、状态、评测对象、数据集或评估器筛选，操作符为等于、不等于、包含或不包含',
    })
  const values = value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (values.some((one) => !isId.test(one)))
    throw experimentErrors.badFilter({ problem: 'value must be an id or a number', problemZh: 'value 须为 ID 或数字' })
  if (!values.length) return undefined
  const any = or(...values.map(test))!
  return negated.has(operator) ? sql`NOT (${any})` : any
}
export function listFilter(spaceId: string, name: string | undefined, filters: ExperimentFilters | undefined) {
  const conditions = (filters?.filter_conditions ?? []).map(conditionSql)
  return and(
    eq(experiment.spaceId, spaceId),
    name ? ilike(experiment.name, likeText(name)) : undefined,
    filters?.logic_op === 2 ? or(...conditions) : and(...conditions),
  )
}
