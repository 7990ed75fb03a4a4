import { paletteSources } from '#lib/palette.ts'

/** Registers global search in the palette. */
export function addSearchActions(): void {
  paletteSources.add({
    id: 'everything',
    groups: ['resources', 'text', 'goto'],
    search: async (...input) => (await import('./search-everything.tsx')).searchEverything(...input),
  })
}
