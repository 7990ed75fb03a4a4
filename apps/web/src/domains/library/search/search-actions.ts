import { paletteSources } from '#lib/palette.ts'

/** What searching adds to the whole studio: everything one may see, from anywhere. */
export function addSearchActions(): void {
  paletteSources.add({
    id: 'everything',
    groups: ['resources', 'text', 'goto'],
    search: async (...input) => (await import('./search-everything.tsx')).searchEverything(...input),
  })
}
