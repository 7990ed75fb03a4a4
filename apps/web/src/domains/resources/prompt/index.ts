export { FollowPromptDialog } from './components/follow-prompt-dialog.tsx'
export { PromptLibrary } from './components/prompt-library.tsx'
export { TextDiff } from './components/text-diff.tsx'
