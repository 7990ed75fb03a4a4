export { AuditLog } from './components/audit-log.tsx'
export { membersQuery } from './space.queries.ts'
