export { creatingKnowledge } from './create-knowledge.ts'
