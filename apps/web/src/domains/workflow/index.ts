export { workflowListQuery } from './workflow.queries.ts'
