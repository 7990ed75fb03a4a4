/** Allowed texts of a cell, each with the current name of its value. */
export interface Choices {
  offered: Map<string, string>
  /** Values no longer offered, but still valid in existing rows. */
  retired: Set<string>
}
