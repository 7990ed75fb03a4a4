import type { Language, Person, Studio } from './studio.ts'

/** Opens a new browser context in a language, and collects all errors of its page. */
export async function openPerson(
  studio: Pick<Studio, 'browser' | 'url'>,
  language: Language,
  options: { width?: number; height?: number; dark?: boolean } = {},
): Promise<Person> {
  const context = await studio.browser.newContext({
    baseURL: studio.url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    locale: language,
    reducedMotion: 'reduce',
  })
  await context.addInitScript((lng) => localStorage.setItem('orrery.language', JSON.stringify(lng)), language)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && complaints.push(message.text()),
  )
  return { page, context, complaints }
}
