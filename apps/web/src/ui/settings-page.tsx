import type { ReactNode } from 'react'

/** A page of settings: one centred column that scrolls, with its sections as cards. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-page">
      <div className="mx-auto flex max-w-220 flex-col gap-4 p-5 max-sm:p-3">{children}</div>
    </div>
  )
}
