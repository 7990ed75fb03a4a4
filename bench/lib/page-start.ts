import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { report } from './report.ts'

/** Reports the compressed size of what a browser fetches before the page is shown. */
export async function reportStart(page: Page, address: string, last: string) {
  const parts: Promise<number>[] = []
  const take = (response: Response) => {
    if (/\.(js|css)$|\/chat\//.test(new URL(response.url()).pathname))
      parts.push(response.body().then((body) => gzipSync(body).length))
  }
  // Uses a new page, because code that loads on the first interaction is not part of the start.
  const fresh = await page.context().newPage()
  fresh.on('response', take)
  await fresh.goto(address)
  await fresh.getByText(last, { exact: true }).waitFor()
  fresh.off('response', take)
  const bytes = (await Promise.all(parts)).reduce((sum, size) => sum + size, 0)
  await fresh.close()
  report(
    'a published page to start, gzip',
    `${(bytes / 1000).toFixed(0)} kB`,
    `${parts.length} files`,
    undefined,
    'goal: at most 200 kB',
  )
}
