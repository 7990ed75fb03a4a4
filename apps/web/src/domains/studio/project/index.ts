export { editedProject } from './edited-project.ts'
