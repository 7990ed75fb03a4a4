import type { ReactNode } from 'react'

/** A card of a settings page: title and text at the left, controls at the right. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: ReactNode
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="flex gap-8 rounded-lg bg-card p-5 shadow-card max-md:flex-col max-md:gap-3">
      <div className="w-56 shrink-0 max-md:w-auto">
        <h2 className="font-semibold">{title}</h2>
        {text && <p className="mt-1 text-small text-mute">{text}</p>}
      </div>
      <div className="min-w-0 flex-1">{children}</div>
    </section>
  )
}
