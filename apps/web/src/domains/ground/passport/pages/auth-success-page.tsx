import { CircleCheck } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { PageState } from '#ui/page-state.tsx'

/** End of an OAuth sign-in: the opener has the result, and this window closes. */
export function AuthSuccessPage() {
  const t = useT('passport')
  return (
    <div className="flex min-h-full flex-1 flex-col">
      <PageState icon={CircleCheck} title={t('authSuccess.title')} text={t('authSuccess.text')} />
    </div>
  )
}
