/** Which texts a cell may hold, and the name that each of them stands for now. */
export interface Choices {
  offered: Map<string, string>
  /** No longer offered; valid where they stand already. */
  retired: Set<string>
}
