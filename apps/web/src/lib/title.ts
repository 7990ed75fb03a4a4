import { useEffect } from 'react'

export const platformName = 'Orrery'

function pageTitle(text: string): string {
  return text ? `${text} - ${platformName}` : platformName
}

export function usePageTitle(text: string): void {
  useEffect(() => {
    document.title = pageTitle(text)
  }, [text])
}
