export { CreatePromptDialog } from './components/create-prompt-dialog.tsx'
export { messagesOfTrace } from './span-messages.ts'
