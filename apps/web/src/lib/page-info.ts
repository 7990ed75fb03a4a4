import { useMatches } from '@tanstack/react-router'
import type { TextKey } from '#locales/namespaces.ts'

/** What the shell must know about a page before its code is loaded. */
export interface PageInfo {
  title?: TextKey<'shell'>
  /** The section of the page: appended to the name in the title of the window. */
  section?: TextKey<'shell'>
  /** Whether the rail is shown at the left. */
  sider?: boolean
  /** Visitors may open the page: for them it has its own bar. */
  visitors?: boolean
  /** The second column: lists have one, editors and details do not. */
  submenu?: 'space' | 'explore' | 'account' | 'admin' | 'enterprise'
  /** Cannot be used on a narrow screen. */
  editor?: boolean
  /** The kind of page, for texts that mention it. */
  page?: 'bot'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageInfo
  }
}

/** The info of the current page. A route inherits from its parents what it does not set. */
export function usePageInfo(): PageInfo {
  return useMatches({
    select: (matches) => Object.assign({}, ...matches.map((match) => match.staticData.page)) as PageInfo,
    structuralSharing: true,
  })
}
