export { AuditList } from './components/audit-list.tsx'
export { CollaboratorsDialog } from './components/collaborators-dialog.tsx'
