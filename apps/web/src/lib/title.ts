import { useEffect } from 'react'
import { productName, useBrand } from './brand.ts'

/** The author of the resources that come with every instance. */
export const platformName = productName

/** Sets the title of the window: name of the page, then its section. Without a name the route's title stays. */
export function usePageTitle(text: string | undefined, section = ''): void {
  const { name } = useBrand()
  useEffect(() => {
    if (text !== undefined) document.title = [text, section, name].filter(Boolean).join(' - ')
  }, [text, section, name])
}
