/** The pages of the user guide, in the order in which they are read. Each has a text in every language. */
export const guideGroups = [
  { id: 'begin', pages: ['first-steps', 'models'] },
  {
    id: 'build',
    pages: [
      'bots',
      'workflows',
      'nodes',
      'triggers',
      'knowledge',
      'databases',
      'memory',
      'plugins',
      'projects',
      'interfaces',
      'desks',
    ],
  },
  { id: 'improve', pages: ['prompts', 'datasets', 'evaluation', 'observe'] },
  { id: 'run', pages: ['publishing', 'channels', 'teams', 'library'] },
  { id: 'operate', pages: ['administration', 'enterprise', 'self-hosting'] },
] as const

export type GuidePageKey = (typeof guideGroups)[number]['pages'][number]
export const guidePages: readonly GuidePageKey[] = guideGroups.flatMap(({ pages }) => [...pages])
export const findGuidePage = (key: string): GuidePageKey | undefined => guidePages.find((page) => page === key)

/** The first pattern that matches an address determines the page that explains it. */
const places: [RegExp, GuidePageKey][] = [
  [/^\/space\/[^/]+\/(bot|project-ide)\/[^/]+\/publish/, 'publishing'],
  [/^\/space\/[^/]+\/bot\/[^/]+\/memory/, 'memory'],
  [/^\/space\/[^/]+\/bot\//, 'bots'],
  [/^\/space\/[^/]+\/(library\/package|new-app)/, 'interfaces'],
  [/^\/space\/[^/]+\/desk/, 'desks'],
  [/^\/space\/[^/]+\/project-ide\//, 'projects'],
  [/^\/space\/[^/]+\/(library\/)?knowledge/, 'knowledge'],
  [/^\/space\/[^/]+\/(library\/)?database/, 'databases'],
  [/^\/space\/[^/]+\/(library\/)?(plugin|mcp)/, 'plugins'],
  [/^\/(space\/[^/]+\/library\/workflow|work_flow)/, 'workflows'],
  [/^\/space\/[^/]+\/library/, 'library'],
  [/^\/space\/[^/]+\/(models|members\/models)/, 'models'],
  [/^\/space\/[^/]+\/members/, 'teams'],
  [/^\/space\/[^/]+\/prompts/, 'prompts'],
  [/^\/space\/[^/]+\/evaluate\/datasets/, 'datasets'],
  [/^\/space\/[^/]+\/evaluate/, 'evaluation'],
  [/^\/space\/[^/]+\/observe/, 'observe'],
  [/^\/space\/[^/]+\/channels/, 'channels'],
  [/^\/space\/[^/]+\/(usage|webhooks)/, 'publishing'],
  [/^\/space\/[^/]+\/develop/, 'first-steps'],
  [/^\/(inbox|account\/notifications)/, 'teams'],
  [/^\/enterprise/, 'enterprise'],
  [/^\/admin\/models/, 'models'],
  [/^\/admin/, 'administration'],
]

/** The page of the guide about the page at this path; undefined if there is none. */
export const guideFor = (pathname: string): GuidePageKey | undefined =>
  places.find(([pattern]) => pattern.test(pathname))?.[1]
