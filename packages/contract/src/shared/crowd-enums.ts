/** Who labels the rows of a dataset. */
export const CrowdPlatform = { labelStudio: 1, queue: 2 } as const
export const CrowdStatus = { sending: 1, inProgress: 2, abnormal: 3, completed: 4, terminated: 5 } as const
export const CrowdScope = { all: 1, filtered: 2, selected: 3 } as const
export const CROWD_LIMITS = { rows: 20_000, mappings: 50, outputs: 10 } as const
/** Why a dataset is locked: people are labelling its rows. */
export const LOCKED_FOR_LABELS = 1

/** How a question of the annotation queue is answered. */
export const questionTypes = ['choice', 'bool', 'integer', 'number', 'text'] as const
export type QuestionType = (typeof questionTypes)[number]
export const ANNOTATION_LIMITS = { blind: 5, people: 100, answer: 100_000, questions: 10 } as const
