export { AuditLog } from './components/audit-log.tsx'
export { CollaboratorsDialog } from './components/collaborators-dialog.tsx'
export { membersQuery } from './space.queries.ts'
