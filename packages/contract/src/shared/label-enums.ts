/** Wire numbers of tags (label keys) and their values. */
export const LabelType = { shared: 1, ofField: 2 } as const
export const LabelStatus = { active: 1, inactive: 2, deprecated: 99 } as const
export const LabelChange = {
  tag: 1,
  name: 2,
  description: 3,
  status: 4,
  type: 5,
  valueName: 6,
  valueStatus: 7,
} as const
export const LabelOperation = { create: 1, update: 2, remove: 3 } as const

/** Nesting depth of values, number of siblings, and number of all values. */
export const LABEL_LIMITS = { height: 3, width: 50, total: 500, batch: 200 } as const
