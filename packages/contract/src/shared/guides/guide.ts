/**
 * Guides of the public API: examples that can be copied and run unchanged. They read the URL, the token and the ids
 * from the environment, and need only curl, Node or Python. A server test runs every one of them.
 */
export const guideLanguages = ['curl', 'javascript', 'python'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

/** Includes the languages of web pages, whose examples show something instead of printing it. */
export type ExampleLanguage = GuideLanguage | 'html' | 'react'

export interface Guide {
  id: string
  /** Environment variables that the guide needs besides ORRERY_URL and ORRERY_TOKEN. */
  needs: ('BOT_ID' | 'WORKFLOW_ID' | 'WORKSPACE_ID')[]
  /**
   * For web pages instead of programs: uses `https://studio.example` and `WIDGET_KEY` instead of environment variables.
   */
  isPage?: true
  examples: Partial<Record<ExampleLanguage, string>>
}
