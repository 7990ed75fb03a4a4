import type { ReactNode } from 'react'

/** The header of a section of the tool: its name, its contents, and its actions. */
export function SectionHead({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note: string
  children?: ReactNode
}) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <span className="min-w-0 flex-1 truncate text-small text-mute">{note}</span>
      {children}
    </div>
  )
}
