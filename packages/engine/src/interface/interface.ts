export { chainsOf, stepsOf } from './actions.ts'
export { editsBetween, editsOfPages, onlyPages } from './between-documents.ts'
export { type BuildWords, formFor, tableFor } from './build.ts'
export {
  addNode,
  addPage,
  copyNode,
  freeName,
  indentNode,
  moveNode,
  type NewNode,
  newKey,
  type Place,
  placeBeside,
  removeNode,
  removePage,
  stepNode,
  takenNames,
} from './change.ts'
export { clonePage } from './clone-page.ts'
export { type CodeFault, codeFault, codePagesOf, type CodeWrite, usesOf } from './code-page.ts'
export {
  type ComponentDescription,
  type ComponentGroup,
  componentIn,
  componentOf,
  components,
  ownComponentsOf,
  type PropDescription,
  type PropKind,
} from './components.ts'
export { applyEdit, applyEdits, inverseOf, remove, set, valueAt } from './edit.ts'
export type { Scope } from './expression/evaluate.ts'
export { functionWords } from './expression/function-names.ts'
export { fill, fillTest, isExpression, readsOf } from './expression/template.ts'
export { ExpressionError } from './expression/tree.ts'
export { inWords, isTrue } from './expression/values.ts'
export type { InputFact, InterfaceFacts, TableFact, WorkflowFact } from './facts.ts'
export { type FixWords, fixOf } from './fix.ts'
export { forVisitors, inputsOf, type InterfaceManifest, manifestOf, withTargets } from './manifest.ts'
export { between } from './order.ts'
export { chatActs, fillableOf, pageToolsOf, tablesOf } from './page-tools.ts'
export { breaksOf, packageUses, type PackageUse } from './packages.ts'
export { type InterfaceProblem, type InterfaceProblemCode, interfaceProblems } from './problems.ts'
export { type InterfaceRight, type RightAct, rightsOf } from './rights.ts'
export { type Branch, emptyDocument, flat, isWithin, type Node, nodesOf, type Page, pagesOf, treeOf } from './tree.ts'
