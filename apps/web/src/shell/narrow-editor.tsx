import { Link } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import type { PageInfo } from '#lib/page-info.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { PageState } from '#ui/page-state.tsx'

/** Tells people that editors do not fit on a phone, and lets them look anyway. */
export function NarrowEditor({ page, children }: { page?: PageInfo['page']; children: ReactNode }) {
  const t = useT('shell')
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return children
  return (
    <PageState
      icon={MonitorSmartphone}
      title={page === 'bot' ? t('narrow.bot') : t('narrow.title')}
      text={t('narrow.text')}
      actions={
        <>
          <Button onClick={() => setWanted(true)}>{t('narrow.anyway')}</Button>
          <Link to="/space" className={buttonStyle('solid')}>
            {t('narrow.back')}
          </Link>
        </>
      }
    />
  )
}
