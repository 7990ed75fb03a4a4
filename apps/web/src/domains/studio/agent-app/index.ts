export { TalkPanel } from './components/talk-panel.tsx'
export { openedApp } from './opened-app.ts'
