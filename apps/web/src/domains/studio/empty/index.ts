export { EmptyPage } from './empty-page.tsx'
