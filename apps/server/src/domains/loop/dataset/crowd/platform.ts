/** A row as it is sent to people who label. */
export interface SentRow {
  itemId: string
  values: { name: string; text: string }[]
}
export interface GivenAnswer {
  itemId: string
  /** The name of the answer: the same answer has the same name, a changed one another. */
  ref: string
  answers: Record<string, unknown>
  at: number
}
/** A project of a platform. */
export interface Project {
  id: string
  title: string
  url: string
  questions: ProjectQuestion[]
  /** Names of the values that its rows need. */
  needs: string[]
}
export interface ProjectQuestion {
  name: string
  schema: Record<string, unknown>
}
