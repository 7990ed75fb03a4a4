/** The pages of the user guide, in the order in which they are read. Each has a text in every language (`pages/`). */
export const guideGroups = [
  { id: 'begin', pages: ['first-steps', 'models'] },
  {
    id: 'build',
    pages: ['bots', 'workflows', 'nodes', 'triggers', 'knowledge', 'databases', 'memory', 'plugins', 'projects'],
  },
  { id: 'run', pages: ['publishing', 'teams', 'library'] },
  { id: 'operate', pages: ['administration', 'self-hosting'] },
] as const

export type GuidePageKey = (typeof guideGroups)[number]['pages'][number]
export const guidePages: readonly GuidePageKey[] = guideGroups.flatMap(({ pages }) => [...pages])
export const findGuidePage = (key: string): GuidePageKey | undefined => guidePages.find((page) => page === key)
