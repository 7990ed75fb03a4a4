/** Desks, where people read papers and write texts. Without zod, because the web app imports them. */

/** The desks that come with the product. A published bot can be a desk too, identified by its id. */
export const deskAgents = ['reader', 'writer'] as const
export type DeskAgent = (typeof deskAgents)[number]
export const isDeskAgent = (id: string): id is DeskAgent => (deskAgents as readonly string[]).includes(id)

/** The progress of reading a paper. */
export const PaperState = { processing: 0, ready: 1, disabled: 2, deleted: 3, failed: 9 } as const
export const PaperChunkState = { waiting: 0, ready: 1, off: 9 } as const
/** The state of a translation and of each of its pages. */
export const TranslationState = { none: 0, running: 1, done: 2, failed: 3 } as const

export const deskLanguages = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es', 'ru'] as const
export type DeskLanguage = (typeof deskLanguages)[number]

/** The settings of each desk with their possible values; the first value is the default. */
export const deskSettings = {
  reader: {
    /** The language that papers are translated into; `auto`: Chinese for English papers, English for all others. */
    target_language: ['auto', ...deskLanguages],
    view: ['both', 'original', 'translation'],
  },
  writer: {
    /** The language that texts are written in; `auto`: the language of the question. */
    language: ['auto', ...deskLanguages],
  },
} as const satisfies Record<DeskAgent, Record<string, readonly string[]>>

export const deskSettingsOf = (agent: DeskAgent): Readonly<Record<string, readonly string[]>> => deskSettings[agent]

/** What runs when a desk is asked. The scene of the token determines it, not the body of the call. */
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
/** File types that can be read as papers. */
export const paperTypes = ['pdf', 'docx', 'md', 'txt', 'html'] as const

/** A text block of a page: its position, as fractions of the page size, and its text. */
export interface TextBlock {
  x: number
  y: number
  width: number
  height: number
  text: string
  translation: string
}
