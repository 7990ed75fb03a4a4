import type { ReactNode } from 'react'
import { useLanguage } from '#lib/i18n.ts'

/** Samples in the language of the page, so that both languages can be checked. They are not texts of the product. */
export function useSay(): (english: string, chinese: string) => string {
  const [language] = useLanguage()
  return (english, chinese) => (language === 'en' ? english : chinese)
}

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="mb-3 text-dialog font-semibold">
        {title}
      </h2>
      <div className="flex flex-col gap-6 rounded-lg border border-line bg-card p-5">{children}</div>
    </section>
  )
}

export function Specimen({ name, children, column }: { name: string; children: ReactNode; column?: boolean }) {
  return (
    <div className="flex gap-6 max-sm:flex-col max-sm:gap-1">
      <div className="w-28 shrink-0 pt-1.5 text-small text-mute">{name}</div>
      <div
        className={column ? 'flex min-w-0 flex-1 flex-col gap-4' : 'flex min-w-0 flex-1 flex-wrap items-center gap-3'}
      >
        {children}
      </div>
    </div>
  )
}
