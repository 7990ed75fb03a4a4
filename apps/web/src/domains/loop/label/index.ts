export { labelsQuery } from './label.queries.ts'
export { valueNames } from './value-rows.ts'
