import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reportBoundary } from '../lib/errors.ts'
import { useT } from '../lib/i18n.ts'
import { FailedPage } from '../ui/page-state.tsx'

/** The last one: what no page and no route caught. */
export function AppBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={Broken} onCatch={(error) => reportBoundary(error)}>
      {children}
    </CatchBoundary>
  )
}

function Broken({ error }: ErrorComponentProps) {
  const t = useT('shell')
  return (
    <div className="flex h-full flex-col">
      <FailedPage title={t('broken.title')} error={error} onRetry={() => location.reload()} />
    </div>
  )
}
