export { ChatPage } from './pages/chat-page.tsx'
export { givenPicture } from './given-picture.ts'
export { PicturePage } from './pages/picture-page.tsx'
export { readVisit } from './visit.ts'
