import { AdminPage } from '#domains/ground/admin/pages/admin-page.tsx'
import { adminTabs } from './admin-tabs.ts'

/** The administrator's page with the tabs of all domains. */
export const AdminRoutePage = () => <AdminPage tabs={adminTabs} />
