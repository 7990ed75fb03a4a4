export { askToDelete } from './ask-to-delete.tsx'
export { UsedByCell } from './components/used-by-cell.tsx'
export { type UsedBy, usedByQuery } from './reference.queries.ts'
