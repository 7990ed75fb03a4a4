import type { Locator, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import type { Person } from '../../apps/server/src/testing/test-app.ts'
import { greeting } from '../../apps/server/src/testing/workflow-canvas.ts'
import { openStudioHere, type Studio } from './in-process.ts'
import type { Language } from './studio.ts'
import { texts } from './texts.ts'
import { openBrowser, type Visit } from './visitor.ts'

export interface FlowStudio {
  studio: Studio
  visit: (visit?: Visit) => Promise<Page>
  owner: Person
  spaceId: string
}

/** Starts the product with background jobs and creates an owner with a space. Once per test file. */
export function openFlowStudio(language: Language) {
  const lab = {} as FlowStudio
  const t = texts(language)
  beforeAll(async () => {
    lab.studio = await openStudioHere((address) => ({ publicUrl: address }))
    await lab.studio.startJobs()
    lab.visit = await openBrowser(lab.studio.address)
    lab.owner = await lab.studio.register('owner')
    lab.spaceId = (await lab.owner.api.space.create({ name: 'Post' })).id
  })
  return {
    lab,
    async publish(name: string, schema = greeting()): Promise<string> {
      const { api } = lab.owner
      const { workflow_id } = await api.workflow.create({ name, space_id: lab.spaceId })
      await api.workflow.save({ workflow_id, schema })
      await api.workflowVersion.publish({ workflow_id, force: true })
      return workflow_id
    },
    /** Opens one of the views of a workflow. */
    async open(workflowId: string, view: 'triggers' | 'jobs'): Promise<Page> {
      const page = await lab.visit({ language, cookie: lab.owner.cookie() })
      await page.goto(`/work_flow?space_id=${lab.spaceId}&workflow_id=${workflowId}`)
      await page.locator('.react-flow__node').first().waitFor()
      await page.getByRole('radio', { name: t('workflow', `view.${view}`), exact: true }).click()
      return page
    },
  }
}

export const press = (where: Page | Locator, name: string): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click()
export const fill = (where: Locator, label: RegExp | string, text: string): Promise<void> =>
  where.getByRole('textbox', { name: label }).fill(text)
export const sheet = (page: Page): Locator => page.getByRole('complementary').last()
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()
