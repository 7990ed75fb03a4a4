import type { Language } from '#lib/i18n.ts'

/** Made by `npm run pictures`; a test says which one is missing. */
const files = import.meta.glob<string>('./pictures/*/*.webp', { query: '?url', import: 'default', eager: true })

export const guidePicture = (name: string, language: Language): string | undefined =>
  files[`./pictures/${language}/${name}.webp`]
