export { permissionsQuery, tokenQuery, tokensQuery } from './account.queries.ts'
export { TokenDialog } from './components/token-dialog.tsx'
export { TokenTable } from './components/token-table.tsx'
export { reaches, readGrants } from './token-grants.ts'
