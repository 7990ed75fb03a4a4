import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import type { Language } from './studio.ts'
import { texts } from './texts.ts'

export interface NamedText {
  name: string
  text: string
}
/** Actions of a user on the import and export dialogs, in the user's language. */
export function bundlePage(page: Page, language: Language) {
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('bundle', key, values)
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const dialog = () => page.getByRole('dialog').last()
  return {
    words,
    press,
    dialog,
    /** Exports from the open dialog, and returns the file. */
    async exportFile(): Promise<NamedText> {
      const download = page.waitForEvent('download')
      await press(dialog(), words('export.do'))
      const file = await download
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
    },
    /** Chooses a file for import in the library, and waits for the preview of what would be created. */
    async previewImport(spaceId: string, file: NamedText): Promise<Locator> {
      await page.goto(`/space/${spaceId}/library`)
      await page.getByRole('heading', { name: t('library', 'title'), exact: true }).waitFor()
      await page
        .getByRole('main')
        .getByRole('button', { name: t('library', 'create'), exact: true })
        .click()
      await page.getByRole('menuitem', { name: t('library', 'import'), exact: true }).click()
      await dialog().getByText(words('import.note')).waitFor()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) })
      const list = dialog().getByRole('list', { name: words('willMake') })
      await list.waitFor()
      return list
    },
    /** Creates the previewed resources, and returns the list of what was created. */
    async importPreviewed(count: number): Promise<Locator> {
      await press(dialog(), words('import.do', { count, number: count }))
      await dialog()
        .getByText(words('import.done', { count, number: count }))
        .waitFor()
      return dialog().getByRole('list', { name: words('made') })
    },
    /** Opens one of the created resources. */
    open: (name: string) =>
      dialog()
        .getByRole('listitem')
        .getByRole('button', { name: words('openNamed', { name }) })
        .click(),
    /** Runs the open workflow with these inputs, and returns what the run sheet shows for the last node, `end`. */
    async run(values: Record<string, string>, end: string): Promise<string> {
      const run = (key: string) => t('workflow-run', key)
      await press(page, run('testRun'))
      for (const [name, value] of Object.entries(values))
        await page.getByRole('textbox', { name: new RegExp(`^${name}($|${t('ui', 'required')})`) }).fill(value)
      await press(page.getByRole('complementary'), run('run'))
      // The first Python code has to wait until its runtime is loaded.
      await page.getByRole('heading', { name: run('phase.done') }).waitFor({ timeout: 120_000 })
      const sheet = page.getByRole('complementary').last()
      const steps = sheet.getByRole('listbox', { name: run('timeline') })
      await steps.getByRole('option').filter({ hasText: end }).click()
      await sheet.getByRole('heading', { name: end }).waitFor()
      return sheet.innerText()
    },
    /** Asks the bot in the open editor and waits for a reply with these words; returns the conversation. */
    async ask(question: string, reply: RegExp): Promise<string> {
      const box = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
      const log = page.getByRole('log')
      const sent = log.getByText(question, { exact: true })
      // The chat accepts questions only once the conversation exists on the server.
      while (!(await sent.isVisible())) {
        await box.fill(question)
        await box.press('Enter')
        await sent.waitFor({ timeout: 2000 }).catch(() => {})
      }
      await log.getByText(reply).last().waitFor()
      // The copy button appears only once the reply is complete.
      await log
        .getByRole('button', { name: t('chat', 'copy') })
        .nth(1)
        .waitFor()
      return log.innerText()
    },
  }
}
