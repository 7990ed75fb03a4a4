import { defineLanguageFacet, Language } from '@codemirror/language'
import { parser } from '@lezer/markdown'

/** Markdown without the languages that may stand in it: a prompt is prose. */
export const markdownLanguage = new Language(defineLanguageFacet(), parser, [], 'markdown')
