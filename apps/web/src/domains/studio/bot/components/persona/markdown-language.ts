import { defineLanguageFacet, Language } from '@codemirror/language'
import { parser } from '@lezer/markdown'

/** Markdown without nested languages: a prompt is prose. */
export const markdownLanguage = new Language(defineLanguageFacet(), parser, [], 'markdown')
