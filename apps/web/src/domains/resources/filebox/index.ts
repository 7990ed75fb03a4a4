export { FileBoxButton } from './components/filebox-button.tsx'
