import { Store } from '../components/store.tsx'

export function TemplateStorePage() {
  return <Store store="template" />
}
