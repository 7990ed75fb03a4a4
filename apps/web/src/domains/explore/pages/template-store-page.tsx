import { LayoutTemplate } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function TemplateStorePage() {
  return <EmptyPage icon={LayoutTemplate} page="templateStore" />
}
