import { CircleCheck } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { PageState } from '#ui/page-state.tsx'

/** The end of signing in to somebody else's service: the window that asked has its answer, this one can go. */
export function AuthSuccessPage() {
  const t = useT('passport')
  return (
    <main className="flex min-h-full flex-1 flex-col">
      <PageState icon={CircleCheck} title={t('authSuccess.title')} text={t('authSuccess.text')} />
    </main>
  )
}
