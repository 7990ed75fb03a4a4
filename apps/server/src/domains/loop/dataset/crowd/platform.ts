/** A row as it is sent to a platform. */
export interface SentRow {
  itemId: string
  values: { name: string; text: string }[]
}
export interface PlatformAnswer {
  itemId: string
  /** Identifies one state of the answer: it changes when the answer changes. */
  ref: string
  answers: Record<string, unknown>
  at: number
}
/** A project on a platform. */
export interface Project {
  id: string
  title: string
  url: string
  questions: ProjectQuestion[]
  /** Names of the values that the project displays. */
  needs: string[]
}
export interface ProjectQuestion {
  name: string
  schema: Record<string, unknown>
}
