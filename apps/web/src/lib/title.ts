import { useEffect } from 'react'
import { productName, useBrand } from './brand.ts'

/** Who makes what every instance brings along. */
export const platformName = productName

/** The name of the page, then the section it belongs to. Without a name the title of the route stays. */
export function usePageTitle(text: string | undefined, section = ''): void {
  const { name } = useBrand()
  useEffect(() => {
    if (text !== undefined) document.title = [text, section, name].filter(Boolean).join(' - ')
  }, [text, section, name])
}
