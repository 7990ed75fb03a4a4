import type { ComponentType } from 'react'

export interface PageEvents {
  /** Called when a link leads out of the tab. */
  onLeave: (href: string) => void
  onMove: (href: string) => void
}

interface OpenedPage {
  href: () => string
  go: (href: string) => void
  /** Returns a function that stops listening. */
  listen: (events: PageEvents) => () => void
  View: ComponentType
}

/** Opens the page of a resource with a separate history, which only contains addresses of that resource. */
export type OpenPage = (href: string, isOwn: (href: string) => boolean) => OpenedPage
