export { ChatPage } from './pages/chat-page.tsx'
export { readVisit } from './visit.ts'
