import { deskAgents } from '@orrery/contract/shared/desk'
import { libraryKinds } from '@orrery/contract/shared/resource-kinds'

type Raw = Record<string, unknown>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const oneOf = <V extends string>(value: unknown, values: readonly V[]): V | undefined =>
  values.find((item) => item === value)

/** Omits missing values, so that addresses contain no empty parameters. */
function omitMissing<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const result: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined) result[key] = value as Exclude<T[typeof key], undefined>
  }
  return result
}

const signModes = ['register', 'forgot'] as const
export const signSearch = (raw: Raw) =>
  omitMissing({
    redirect: text(raw['redirect']),
    mode: oneOf(raw['mode'], signModes),
    invite: text(raw['invite']),
    sso_error: text(raw['sso_error']),
  })

/** Parameters of the consent page: an authorization request, a device code, or an error. */
export const consentSearch = (raw: Raw) =>
  omitMissing({
    authorize_key: text(raw['authorize_key']),
    error: text(String(raw['error'] ?? '')),
    device: text(String(raw['device'] ?? '')),
    user_code: text(raw['user_code']),
  })

/** The parameters with which the service of a custom channel redirects people. */
export const connectSearch = (raw: Raw) =>
  omitMissing({
    code: text(String(raw['code'] ?? '')),
    state: text(String(raw['state'] ?? '')),
    error: text(String(raw['error'] ?? '')),
  })

/** The parameters of a signed link to a file or an album; the page passes all of them to the server. */
export const filePageSearch = (raw: Raw) =>
  omitMissing({
    obj_type: text(raw['obj_type']),
    dpid: text(raw['dpid']),
    bid: text(raw['bid']),
    cid: text(raw['cid']),
    expires: text(raw['expires']),
    signature: text(raw['signature']),
  })

export const inboxSearch = (raw: Raw) =>
  omitMissing({ tab: oneOf(raw['tab'], ['waiting']), unread: raw['unread'] === true || undefined })

/** The channel account whose sheet is open. */
export const channelsSearch = (raw: Raw) => omitMissing({ account: text(String(raw['account'] ?? '')) })

export const workflowSearch = (raw: Raw) =>
  omitMissing({
    space_id: text(raw['space_id']),
    workflow_id: text(raw['workflow_id']),
    bot_id: text(raw['bot_id']),
    node_id: text(raw['node_id']),
    version: text(raw['version']),
    execute_id: text(raw['execute_id']),
    sub_execute_id: text(raw['sub_execute_id']),
  })

const fromEditor = (raw: Raw) => ({
  biz: oneOf(raw['biz'], ['agentIDE'] as const),
  bot_id: text(raw['bot_id']),
  page_mode: oneOf(raw['page_mode'], ['modal'] as const),
  action_type: oneOf(raw['action_type'], ['add', 'remove'] as const),
})
/** A document and a slice of it can be selected: the sources of answers link there. */
export const knowledgeSearch = (raw: Raw) =>
  omitMissing({ ...fromEditor(raw), document_id: text(raw['document_id']), slice_id: text(raw['slice_id']) })
export const knowledgeUploadSearch = (raw: Raw) => omitMissing({ ...fromEditor(raw), type: text(raw['type']) })

/** Servers of the space, servers of the instance, or what the space itself serves. */
export const mcpSearch = (raw: Raw) => omitMissing({ tab: oneOf(raw['tab'], ['official', 'serve'] as const) })

const databaseTabs = ['structure', 'draft', 'online', 'access'] as const
/** Filter and sort order of a table, kept in the address so that links can be shared. */
export const databaseSearch = (raw: Raw) =>
  omitMissing({
    tab: oneOf(raw['tab'], databaseTabs),
    where: text(raw['where']),
    sort: text(raw['sort']),
    word: text(raw['word']),
  })

const datasetTabs = ['rows', 'versions', 'jobs', 'quality', 'crowd', 'settings'] as const
/** The shown part of a dataset: a version instead of the draft, filtered by conditions and a word. */
export const datasetSearch = (raw: Raw) =>
  omitMissing({
    tab: oneOf(raw['tab'], datasetTabs),
    version: text(raw['version'] === undefined ? undefined : String(raw['version'])),
    where: text(raw['where']),
    word: text(raw['word']),
  })
/** The selected tab of an annotation task. */
export const annotationSearch = (raw: Raw) => omitMissing({ tab: oneOf(raw['tab'], ['mine', 'disputed'] as const) })
export const datasetListSearch = (raw: Raw) =>
  omitMissing({ word: text(raw['word']), category: oneOf(String(raw['category']), ['1', '2', '3', '4'] as const) })

export const promptListSearch = (raw: Raw) =>
  omitMissing({
    word: text(raw['word']),
    type: oneOf(raw['type'], ['prompts', 'library'] as const),
    folder: text(raw['folder']),
    tag: text(raw['tag']),
  })
export const promptSearch = (raw: Raw) =>
  omitMissing({ tab: oneOf(raw['tab'], ['write', 'versions', 'releases', 'batch', 'optimise', 'use'] as const) })

/** Plugins of the space, or the official ones of every space. */
export const pluginListSearch = (raw: Raw) =>
  omitMissing({ from: oneOf(raw['from'], ['official'] as const), word: text(raw['word']) })
/** A version to view instead of the draft; `word` filters the tools. */
export const pluginSearch = (raw: Raw) => omitMissing({ version: text(raw['version']), word: text(raw['word']) })

/** A page without rail and submenu, for example in a separate window. */
export const hideMenuSearch = (raw: Raw) => omitMissing({ hideMenu: oneOf(raw['hideMenu'], ['true'] as const) })

/** `from=copy` right after a bot was copied: the editor shows a message and removes the parameter. */
export const botSearch = (raw: Raw) => omitMissing({ from: text(raw['from']) })

/** The address of the page in the first tab, the page beside it, and whether the interface is shown instead. */
export const ideSearch = (raw: Raw): { beside?: string; mode?: string } =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => text(value)))

/** The id of the work that builds an app from a plan. */
export const newAppSearch = (raw: Raw) =>
  omitMissing({ work: text(raw['work'] === undefined ? undefined : String(raw['work'])) })

const kinds = ['bots', 'projects'] as const
export const librarySearch = (raw: Raw) =>
  omitMissing({
    kind: oneOf(raw['kind'], libraryKinds),
    sub: text(raw['sub']),
    owner: oneOf(raw['owner'], ['me'] as const),
    status: oneOf(raw['status'], ['published', 'draft'] as const),
    folder: text(String(raw['folder'] ?? '')),
    word: text(raw['word']),
  })
/** Filters of a store page, kept in the address so that links can be shared. */
export const storeSearch = (raw: Raw) =>
  omitMissing({
    sort: oneOf(raw['sort'], ['newest'] as const),
    only: oneOf(raw['only'], ['official'] as const),
    category: text(raw['category'] === undefined ? undefined : String(raw['category'])),
    word: text(raw['word'] === undefined ? undefined : String(raw['word'])),
    topic: text(raw['topic'] === undefined ? undefined : String(raw['topic'])),
  })
export const developSearch = (raw: Raw) =>
  omitMissing({
    kind: oneOf(raw['kind'], kinds),
    owner: oneOf(raw['owner'], ['me'] as const),
    status: oneOf(raw['status'], ['published', 'draft', 'favourite', 'recent'] as const),
    sort: oneOf(raw['sort'], ['created', 'published'] as const),
    word: text(raw['word']),
  })

/** Knowledge bases and tables of a space, filtered by a word; knowledge bases also by format. */
export const knowledgeListSearch = (raw: Raw) =>
  omitMissing({ format: oneOf(raw['format'], ['text', 'table', 'image'] as const), word: text(raw['word']) })
const workedStates = ['done', 'failed', 'skipped'] as const
export const automationSearch = (raw: Raw) => omitMissing({ status: oneOf(raw['status'], workedStates) })
export const deskSearch = (raw: Raw) => omitMissing({ agent: oneOf(raw['agent'], deskAgents) })
export const wordSearch = (raw: Raw) => omitMissing({ word: text(raw['word']) })

const textsOf =
  <K extends string>(...names: K[]) =>
  (raw: Raw) =>
    omitMissing(Object.fromEntries(names.map((name) => [name, text(raw[name])])) as Record<K, string | undefined>)
/** The page parses these parameters itself and ignores unknown values. */
export const membersSearch = textsOf('tab', 'word', 'role', 'sort', 'view')
export const botEvaluateSearch = textsOf('part', 'batch')
export const comparisonsSearch = textsOf('batch', 'workflow', 'model')
export const compareSearch = textsOf('ids', 'change', 'report', 'chart')
export const experimentSearch = textsOf('tab')
export const newExperimentSearch = textsOf('bot', 'workflow', 'prompt', 'as')
export const dashboardSearch = textsOf('range', 'app', 'scene')
export const peopleSearch = textsOf('range', 'bot')
export const threadsSearch = textsOf('range', 'words')
export const compareTracesSearch = textsOf('left', 'right')
export const tracesSearch = textsOf('range', 'part', 'words', 'filters', 'view')
export const versionsSearch = textsOf('tab')
export const logSearch = textsOf('range', 'status', 'scene', 'rating', 'word', 'view', 'conversation', 'trace')
