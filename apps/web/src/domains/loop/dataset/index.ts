export { MediaCell, MediaView } from './components/media-view.tsx'
export { type MediaPart, mediaText } from './media-value.ts'
