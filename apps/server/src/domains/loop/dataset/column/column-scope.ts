import { inArray, type SQL } from 'drizzle-orm'
import { datasetItem } from '../dataset.table.ts'
import { filterSql } from '../item-filter.ts'
import type { Field } from '../dataset-content.ts'
import type { Scope } from './column-plan.ts'
import { isNew } from './column.repo.ts'

/** The condition for the rows of a run; undefined selects all rows. */
export function scopeSql(scope: Scope | undefined, fields: Field[], outputKeys: string[]): SQL | undefined {
  if (scope?.itemIds) return inArray(datasetItem.itemId, scope.itemIds)
  if (scope?.since !== undefined) return isNew(outputKeys, scope.since)
  return scope?.filter && filterSql(scope.filter, { fields, isMultiTurn: false })
}
