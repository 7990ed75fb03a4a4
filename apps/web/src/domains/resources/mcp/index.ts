export { ConnectDialog } from './components/connect-dialog.tsx'
