export { PromptLibrary } from './components/prompt-library.tsx'
export { TextDiff } from './components/text-diff.tsx'
