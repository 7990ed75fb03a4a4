import { queryOptions } from '@tanstack/react-query'
import { type Language, loadLabels } from '#lib/i18n.ts'
import { fillLabels, labelsIn } from './guide-text.ts'
import { type GuidePageKey, guidePages } from '#lib/guide-pages.ts'

const files = import.meta.glob<string>('./pages/*/*.md', { query: '?raw', import: 'default' })

/** Loads a page as Markdown in the language of the screen, with the labels that the screen shows. */
async function loadPage(page: GuidePageKey, language: Language): Promise<string> {
  const text = await files[`./pages/${language}/${page}.md`]!()
  const labelOf = await loadLabels(new Set(labelsIn(text).map(({ namespace }) => namespace)))
  return fillLabels(text, ({ namespace, key }) => labelOf(namespace, key))
}

export const guidePageQuery = (page: GuidePageKey, language: Language) =>
  queryOptions({
    queryKey: ['guide', language, page],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => loadPage(page, language),
  })

/** All pages, for the search. */
export const guideQuery = (language: Language) =>
  queryOptions({
    queryKey: ['guide', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => Promise.all(guidePages.map(async (page) => ({ page, text: await loadPage(page, language) }))),
  })
