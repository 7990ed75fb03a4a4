export type { OpenPage, PageEvents } from './ide/open-page.ts'
export { ProjectIdePage } from './pages/project-ide-page.tsx'
