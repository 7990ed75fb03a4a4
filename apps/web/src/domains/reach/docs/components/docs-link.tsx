import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { docsBase } from '../docs-address.ts'

interface DocsLinkProps {
  /** `space/addMembers`; empty: the first page. */
  to: string
  /** A section of the page. */
  hash?: string
  current?: boolean
  className?: string
  children: ReactNode
}

export function DocsLink({ to, hash, current, className, children }: DocsLinkProps) {
  const base = useLocation({ select: (location) => docsBase(location.pathname) })
  const rest = { className, hash: hash || undefined, 'aria-current': current ? ('page' as const) : undefined, children }
  if (to === '') return <Link to={base} {...rest} />
  return <Link to={`${base}/$`} params={{ _splat: to }} {...rest} />
}
