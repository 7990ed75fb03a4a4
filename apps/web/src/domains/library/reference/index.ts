export { askToDelete } from './ask-to-delete.tsx'
export { UsedByCell } from './components/used-by-cell.tsx'
export type { UsedBy } from './left-behind.ts'
export { usedByQuery } from './reference.queries.ts'
