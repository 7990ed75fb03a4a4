import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon } from './icon.tsx'
import { useRender } from '@base-ui/react/use-render'

export interface Crumb {
  label: ReactNode
  /** A link of the router; a crumb without it is the current page. */
  link?: ReactElement
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT('ui')
  return (
    <nav aria-label={t('breadcrumb')} className="flex min-w-0 items-center gap-1 text-small text-mute">
      {crumbs.map((crumb, index) => (
        <Fragment key={index}>
          {index > 0 && <Icon of={ChevronRight} size={12} className="shrink-0 text-faint" />}
          {crumb.link ? (
            <CrumbLink link={crumb.link}>{crumb.label}</CrumbLink>
          ) : (
            <span aria-current="page" className="truncate">
              {crumb.label}
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

function CrumbLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  return useRender({ render: link, props: { className: 'truncate rounded-xs hover:text-ink', children } })
}
