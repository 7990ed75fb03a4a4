/** What a workflow is for; `all` only filters lists. A file of its own, since every page of the web app needs it. */
export const FlowMode = { workflow: 0, imageflow: 1, sceneFlow: 2, chatFlow: 3, all: 100 } as const

/** Which nodes for image flows are listed. */
export const ImageflowTab = { basicNode: 0, all: 10 } as const

/** What a workflow can be made for. */
export const BindBizType = { agent: 1 } as const
