/**
 * Guides of the public API: examples that can be copied and run as they are. They read the address, the token and the ids from the
 * environment, and need nothing but curl, Node or Python. A test of the server runs every one of them.
 */
export const guideLanguages = ['curl', 'javascript', 'python'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

export interface Guide {
  id: string
  /** What has to be in the environment besides ORRERY_URL and ORRERY_TOKEN. */
  needs: ('BOT_ID' | 'WORKFLOW_ID' | 'WORKSPACE_ID')[]
  examples: Partial<Record<GuideLanguage, string>>
}
