import type { ReactNode } from 'react'

/** The head of a part of the tool: its name, what is in it, and what can be done. */
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
