import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productName, useBrand } from '#lib/brand.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { VisitorSwitches } from '#ui/visitor-switches.tsx'
import { Mark } from '#ui/mark.tsx'
import { Orbit } from './orbit.tsx'

/** The form at the left and an illustration at the right; on a small screen only the form. */
export function SignFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-full flex-1 bg-card">
      <div className="flex min-w-0 flex-1 flex-col lg:w-140 lg:flex-none">
        <SignHeader />
        <div className="flex flex-1 flex-col justify-center px-4 py-8">
          <div className="mx-auto w-full max-w-88">{children}</div>
        </div>
        <SignFoot />
      </div>
      <div className="hidden min-w-0 flex-1 border-l border-line bg-page lg:flex">
        <Orbit />
      </div>
    </div>
  )
}

function SignHeader() {
  const { name } = useBrand()
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 px-4 sm:px-8">
      <span aria-hidden>
        <Mark />
      </span>
      <span className="mr-auto truncate text-title font-semibold">{name}</span>
      <VisitorSwitches />
    </header>
  )
}

function SignFoot() {
  const t = useT('passport')
  const { data } = useQuery(instanceQuery)
  return (
    <footer className="flex h-12 shrink-0 items-center gap-4 px-4 text-small text-mute sm:px-8">
      <span>
        {productName} {data?.version}
      </span>
      <Link to="/docs" className="hover:text-ink">
        {t('foot.docs')}
      </Link>
      <Link to="/open/docs" className="hover:text-ink">
        {t('foot.api')}
      </Link>
    </footer>
  )
}
