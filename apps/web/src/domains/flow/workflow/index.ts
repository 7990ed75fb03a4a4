export { creatingWorkflow } from './create-workflow.ts'
export { wantedNode } from './document/wanted-node.ts'
export { type PlacedProblem, problemsOfSchema } from './problems/problems-of-schema.ts'
