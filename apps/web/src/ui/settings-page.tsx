import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Skeleton } from './skeleton.tsx'

/** A page of settings: one centred column that scrolls, with its sections as cards. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-page">
      <div className="mx-auto flex max-w-220 flex-col gap-4 p-5 max-sm:p-3">{children}</div>
    </div>
  )
}

/** Placeholder for a settings page that is loading. */
export function SettingsSkeleton({ what }: { what: string }) {
  const t = useT('ui')
  return (
    <SettingsPage>
      <span role="status" className="sr-only">
        {t('loading', { what })}
      </span>
      {[3, 2].map((lines) => (
        <div key={lines} aria-hidden className="flex gap-8 rounded-lg bg-card p-5 shadow-card max-sm:flex-col">
          <Skeleton className="h-4 w-40" />
          <div className="flex flex-1 flex-col gap-4">
            {Array.from({ length: lines }, (_, index) => (
              <Skeleton key={index} className="h-8" />
            ))}
          </div>
        </div>
      ))}
    </SettingsPage>
  )
}
