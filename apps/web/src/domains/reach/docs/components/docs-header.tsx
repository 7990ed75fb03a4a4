import { Link } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useVisitor } from '#lib/account.ts'
import { useBrand } from '#lib/brand.ts'
import { useT } from '#lib/i18n.ts'
import { VisitorSwitches } from '#ui/visitor-switches.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Mark } from '#ui/mark.tsx'
import { DocsLink } from './docs-link.tsx'

interface DocsHeaderProps {
  /** The part being read: the guide or the reference. */
  part: string
  /** Whether the list of calls covers the page, on small screens. */
  menuOpen: boolean
  onMenu: (open: boolean) => void
}

export function DocsHeader({ part, menuOpen, onMenu }: DocsHeaderProps) {
  const t = useT('docs')
  const account = useVisitor()
  const brand = useBrand()
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-card px-5 max-md:px-3">
      <IconButton
        size="lg"
        icon={menuOpen ? X : Menu}
        label={menuOpen ? t('menu.close') : t('menu.open')}
        aria-expanded={menuOpen}
        onClick={() => onMenu(!menuOpen)}
        className="md:hidden"
      />
      <DocsLink to="" className="mr-auto flex min-w-0 items-center gap-2">
        <span aria-hidden className="flex">
          <Mark size={28} />
        </span>
        <span className="text-title font-semibold max-sm:sr-only">{brand.name}</span>
        <span className="truncate text-mute max-sm:hidden">{part}</span>
      </DocsLink>
      <VisitorSwitches />
      {account ? (
        <Link to="/space" className={buttonStyle('plain')}>
          {t('studio')}
        </Link>
      ) : (
        account === null && (
          <Link to="/sign" className={buttonStyle('plain')}>
            {t('signIn')}
          </Link>
        )
      )}
    </header>
  )
}
