import { botTemplates } from './bot-templates.ts'
import { flowTemplates } from './flow-templates.ts'
import { projectTemplates } from './project-templates.ts'
import type { Template } from './template-types.ts'

/** What a new instance offers to begin with: all of it runs with the offline model. */
export const templates: Template[] = [...botTemplates, ...flowTemplates, ...projectTemplates]
