import { Link, useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { cn } from '#lib/class-names.ts'
import { enterprisePages } from '#lib/enterprise-pages.ts'
import { mayInEnterprise, useEnterpriseOrNone } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { SubmenuHead, type SubmenuProps, SubmenuTitle } from './submenu-head.tsx'

const row = 'flex h-8 items-center rounded-md px-2 transition-colors hover:bg-hover'
const current = 'bg-brand-soft font-medium text-brand hover:bg-brand-soft'

/** The pages of the enterprise that the user may open. */
export function EnterpriseSubmenu({ onFold }: SubmenuProps) {
  const t = useT('shell')
  const enterprise = useEnterpriseOrNone()
  const { _splat: rest } = useParams({ strict: false })
  const here = rest?.split('/')[0] || 'overview'
  if (!enterprise) return null
  const pages = enterprisePages.filter((page) => mayInEnterprise(enterprise, page.can))
  return (
    <>
      <SubmenuHead onFold={onFold}>
        <SubmenuTitle>{enterprise.name}</SubmenuTitle>
      </SubmenuHead>
      <nav aria-label={t('nav.enterprise')} className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-2 pb-3">
        {pages.map((page, index) => (
          <Fragment key={page.id}>
            {index > 0 && page.part !== pages[index - 1]!.part && (
              <div aria-hidden className="mx-2 my-1.5 border-t border-line" />
            )}
            <Link
              to="/enterprise/$enterprise_id/$"
              params={{ enterprise_id: enterprise.enterprise_id, _splat: page.id }}
              aria-current={page.id === here ? 'page' : undefined}
              className={cn(row, page.id === here && current)}
            >
              <span className="truncate">{t(page.name)}</span>
            </Link>
          </Fragment>
        ))}
      </nav>
    </>
  )
}
