export { CreateEnterpriseDialog } from './components/create-enterprise-dialog.tsx'
export { InvitationBanner } from './components/invitation-banner.tsx'
