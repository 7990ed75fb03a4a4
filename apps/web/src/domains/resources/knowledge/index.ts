export { creatingIn } from './create-knowledge.ts'
