/**
 * Modes of workflows; `all` is only a filter for lists. In a file of its own, since every page of the web app needs it.
 */
export const FlowMode = { workflow: 0, imageflow: 1, sceneFlow: 2, chatFlow: 3, all: 100 } as const

/** Which image-flow nodes are listed. */
export const ImageflowTab = { basicNode: 0, all: 10 } as const

/** Types of objects that a workflow can be bound to. */
export const BindBizType = { agent: 1 } as const
