export { encapsulate, type Encapsulation, type NewWorkflowRef } from './encapsulate.ts'
export { expandSubWorkflow, type Expansion } from './expand.ts'
export { mapNode, type Reference, referencesOf, type Replacement } from './references.ts'
export type { CanvasVariable, EditProblem } from './shapes.ts'
