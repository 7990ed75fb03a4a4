import { AdminPage } from '#domains/ground/admin/pages/admin-page.tsx'
import { adminPages } from './admin-pages.ts'

/** The administrator's page with the pages of all domains. */
export const AdminRoutePage = () => <AdminPage pages={adminPages} />
