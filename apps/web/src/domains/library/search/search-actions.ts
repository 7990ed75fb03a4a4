import { loadTexts } from '#lib/i18n.ts'
import { paletteSources } from '#lib/palette.ts'

/** Registers global search in the palette. */
export function addSearchActions(): void {
  paletteSources.add({
    id: 'everything',
    groups: ['resources', 'text', 'goto'],
    search: async (...input) => {
      const [{ searchEverything }] = await Promise.all([import('./search-everything.tsx'), loadTexts('search')])
      return searchEverything(...input)
    },
  })
}
