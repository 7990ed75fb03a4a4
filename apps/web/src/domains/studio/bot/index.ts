export { CopyDialog } from './components/dialogs/copy-dialog.tsx'
export { BotViewPage } from './components/frame/bot-view-page.tsx'
