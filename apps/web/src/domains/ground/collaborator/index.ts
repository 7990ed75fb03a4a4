export { ShareDialog } from './components/share-dialog.tsx'
export { sharingQuery, useRights } from './collaborator.queries.ts'
