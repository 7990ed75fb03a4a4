export { LocationShare } from './components/location-share.tsx'
export { ProjectVariables } from './components/project-variables.tsx'
export { VariableDialog } from './components/variable-dialog.tsx'
export { VariableValues } from './components/variable-values.tsx'
