/** The parts of a project that its interface can use. */
export interface InterfaceFacts {
  workflows: WorkflowFact[]
  tables: TableFact[]
  /** Published bots of the space, for the chat component. */
  bots?: { id: string; name: string }[]
  /** Versions of component packages that the space has. */
  packages?: string[]
}
export interface WorkflowFact {
  id: string
  name: string
  /** A chatflow, which only the chat component can use. */
  isChat: boolean
  inputs: InputFact[]
}
export interface InputFact {
  name: string
  type: string
  required: boolean
  description: string
}
export interface TableFact {
  id: string
  name: string
  fields: { name: string; type: string; required: boolean }[]
}
