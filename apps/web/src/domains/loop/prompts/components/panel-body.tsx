import type { ReactNode } from 'react'

/** The content of a tab. It scrolls as a whole, so that tables and code in it keep their height. */
export function PanelBody({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-full flex-col gap-5 p-5">{children}</div>
    </div>
  )
}
