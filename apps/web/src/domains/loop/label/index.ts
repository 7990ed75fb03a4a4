export { labelsQuery } from './label.queries.ts'
