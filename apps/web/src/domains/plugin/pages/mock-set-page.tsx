import { FlaskConical } from 'lucide-react'
import { EmptyPage } from '../../empty/index.ts'

export function MockSetPage() {
  return <EmptyPage icon={FlaskConical} page="mockSet" />
}
