import { EnterprisePage } from '#domains/enterprise/enterprise/pages/enterprise-page.tsx'
import { enterprisePageParts } from './enterprise-pages.ts'

/** An enterprise with the pages of all domains. */
export const EnterpriseRoutePage = () => <EnterprisePage pages={enterprisePageParts} />
