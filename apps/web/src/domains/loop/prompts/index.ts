export { CreatePromptDialog } from './components/create-prompt-dialog.tsx'
export { draftOfTrace } from './span-messages.ts'
