export { InstanceKnowledgeTab } from './instance-knowledge-tab.tsx'
