/**
 * Guides of the public API: examples that can be copied and run as they are. They read the address, the token and the ids from the
 * environment, and need nothing but curl, Node or Python. A test of the server runs every one of them.
 */
export const guideLanguages = ['curl', 'javascript', 'python'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

/** Those that a site is built with: they show something instead of printing it. */
export type ExampleLanguage = GuideLanguage | 'html' | 'react'

export interface Guide {
  id: string
  /** Required environment besides ORRERY_URL and ORRERY_TOKEN. */
  needs: ('BOT_ID' | 'WORKFLOW_ID' | 'WORKSPACE_ID')[]
  /** For pages of a site, not for programs: it names `https://studio.example` and `WIDGET_KEY` instead of reading an environment. */
  isPage?: true
  examples: Partial<Record<ExampleLanguage, string>>
}
