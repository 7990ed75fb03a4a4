import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reportBoundary } from '#lib/errors.ts'
import { useT } from '#lib/i18n.ts'
import { ReloadPage } from './reload-page.tsx'

/** The outermost boundary, for errors that no page and no route caught. */
export function AppBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={Broken} onCatch={(error) => reportBoundary(error)}>
      {children}
    </CatchBoundary>
  )
}

function Broken() {
  const t = useT('shell')
  return (
    <div className="flex h-full flex-col">
      <ReloadPage title={t('broken.title')} />
    </div>
  )
}
