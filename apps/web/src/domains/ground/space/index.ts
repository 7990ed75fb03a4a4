export { AuditList } from './components/audit-list.tsx'
