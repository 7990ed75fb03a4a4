import { useMatches } from '@tanstack/react-router'
import type { TextKey } from '#locales/namespaces.ts'

/** What the shell must know about a page before its code is loaded. */
export interface PageInfo {
  title?: TextKey<'shell'>
  /** Of which it is a page: it stands after the name in the title of the window. */
  section?: TextKey<'shell'>
  /** The rail at the left. */
  sider?: boolean
  /** Visitors may be here: without an account the page has a bar of its own. */
  visitors?: boolean
  /** The second column: lists have one, editors and details do not. */
  submenu?: 'space' | 'explore' | 'account' | 'admin' | 'enterprise'
  /** Cannot be used on a narrow screen. */
  editor?: boolean
  /** Names the page for those who speak of it. */
  page?: 'bot'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageInfo
  }
}

/** Of the address that is shown: what a route leaves unsaid, the ones around it say. */
export function usePageInfo(): PageInfo {
  return useMatches({
    select: (matches) => Object.assign({}, ...matches.map((match) => match.staticData.page)) as PageInfo,
    structuralSharing: true,
  })
}
