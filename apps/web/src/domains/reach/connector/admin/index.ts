export { ConnectorsAdminTab } from './connectors-admin-tab.tsx'
