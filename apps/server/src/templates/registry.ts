import { botTemplates } from './bot-templates.ts'
import { flowTemplates } from './flow-templates.ts'
import { titledInChinese } from './node-titles.ts'
import { projectTemplates } from './project-templates.ts'
import type { Template } from './template-types.ts'

/** Templates of a new instance. All of them run with the offline model. */
export const templates: Template[] = [...botTemplates, ...flowTemplates, ...projectTemplates].map((template) => ({
  ...template,
  build: (locale, id) => {
    const items = template.build(locale, id)
    return locale === 'zh' ? titledInChinese(items) : items
  },
}))
