export { CopyDialog } from './components/dialogs/copy-dialog.tsx'
