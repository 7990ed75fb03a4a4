/** Desks: where people read papers and write texts. Free of zod, for the web app. */

/** The desks that come with the product. A published bot can be one as well: its id then stands for the desk. */
export const deskAgents = ['reader', 'writer'] as const
export type DeskAgent = (typeof deskAgents)[number]
export const isDeskAgent = (id: string): id is DeskAgent => (deskAgents as readonly string[]).includes(id)

/** How far a paper is read. */
export const PaperState = { processing: 0, ready: 1, disabled: 2, deleted: 3, failed: 9 } as const
export const PaperChunkState = { waiting: 0, ready: 1, off: 9 } as const
/** Of a translation, and of each of its pages. */
export const TranslationState = { none: 0, running: 1, done: 2, failed: 3 } as const

export const deskLanguages = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es', 'ru'] as const
export type DeskLanguage = (typeof deskLanguages)[number]

/** What a person can set at each desk, with the values it takes; the first one holds until they do. */
export const deskSettings = {
  reader: {
    /** What papers are translated into; `auto`: English papers into Chinese, all others into English. */
    target_language: ['auto', ...deskLanguages],
    view: ['both', 'original', 'translation'],
  },
  writer: {
    /** What is written; `auto`: as the question is. */
    language: ['auto', ...deskLanguages],
  },
} as const satisfies Record<DeskAgent, Record<string, readonly string[]>>

export const deskSettingsOf = (agent: DeskAgent): Readonly<Record<string, readonly string[]>> => deskSettings[agent]

/** What runs when a desk is asked; the scene decides, never the body of a call. */
export const DeskScene = { ask: 'reader.ask', write: 'writer.write' } as const
export const botScene = (botId: string, commandId = '') => `bot.${botId}${commandId && `.${commandId}`}`

export const DESK_LIMITS = {
  documents: 500,
  content: 400_000,
  pages: 200,
  references: 20,
  texts: 100,
  text: 5000,
  question: 10_000,
} as const
/** Files that can be read as papers. */
export const paperTypes = ['pdf', 'docx', 'md', 'txt', 'html'] as const

/** A piece of a page: where it stands, in parts of the width and height of the page, and what it says. */
export interface TextBlock {
  x: number
  y: number
  width: number
  height: number
  text: string
  translation: string
}
