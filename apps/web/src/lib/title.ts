import { useEffect } from 'react'

export const platformName = 'Orrery'

function pageTitle(text: string): string {
  return text ? `${text} - ${platformName}` : platformName
}

/** Without a text the title of the route stays. */
export function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) document.title = pageTitle(text)
  }, [text])
}
