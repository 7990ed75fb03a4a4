export { creatingWorkflow } from './create-workflow.ts'
export { wantedTool } from './menus/wanted-tool.tsx'
export { wantedNode } from './document/wanted-node.ts'
export { type PlacedProblem, problemsOfSchema } from './problems/problems-of-schema.ts'
