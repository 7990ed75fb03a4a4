import { updateDays } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { type AccountService, fileIdOf } from './account.service.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import type { DocumentRepo } from './document.repo.ts'
import { type DocumentService, fits } from './document.service.ts'
import type { AppendFrequency } from './knowledge.table.ts'
import { extensionOf, type Sources } from './source.service.ts'

export interface AppendDeps {
  datasets: Pick<DatasetRepo, 'dueForFiles' | 'setFrequency'>
  repo: Pick<DocumentRepo, 'origins'>
  documents: Pick<DocumentService, 'adopt'>
  sources: Pick<Sources, 'fetchFile'>
  accounts: AccountService
  clock: Clock
  log: Log
}
const DAY = 24 * 3600_000

/** Imports new files of connected accounts from the folders of files that a base already has. */
export function createAppendService({ datasets, repo, documents, sources, accounts, clock, log }: AppendDeps) {
  const nextAt = (type: number) => (updateDays[type] ? clock.now() + updateDays[type] * DAY : undefined)
  async function append(knowledgeId: string, format: number, rule: AppendFrequency): Promise<number> {
    const { auth_id: id, user_id: userId } = rule
    if (!userId) return 0
    const known = new Set(await repo.origins(knowledgeId, `${id}:`))
    const folders = new Set(
      [...known].map((origin) =>
        origin
          .slice(id.length + 1)
          .split('/')
          .slice(0, -1)
          .join('/'),
      ),
    )
    let count = 0
    for (const folder of folders.size ? folders : [''])
      for (const file of await accounts.files(id, userId, folder)) {
        const origin = fileIdOf(id, file.path)
        if (file.isFolder || known.has(origin) || !fits(format, extensionOf(file.name))) continue
        // A file that cannot be read must not prevent the import of others.
        const made = await sources
          .fetchFile(origin, userId)
          .then((source) =>
            documents.adopt({
              knowledgeId,
              userId,
              name: file.name.slice(0, 200),
              format,
              source,
              settings: { origin },
            }),
          )
          .catch((cause: unknown) => void log.info({ err: cause, origin }, 'a new file was not taken'))
        if (made) count += 1
      }
    return count
  }
  return {
    /** The rules, with the time of the next check and the user whose account is read. */
    timed: (rules: Omit<AppendFrequency, 'next_at' | 'user_id'>[], userId: string): AppendFrequency[] =>
      rules.map((rule) => {
        const next = nextAt(rule.auth_frequency_type)
        return { ...rule, user_id: userId, ...(next && { next_at: next }) }
      }),
    async due(): Promise<number> {
      let count = 0
      for (const { id, format, rules } of await datasets.dueForFiles(clock.now())) {
        const after: AppendFrequency[] = []
        for (const rule of rules) {
          const isDue = rule.next_at !== undefined && rule.next_at <= clock.now()
          if (isDue)
            count += await append(id, format, rule).catch((cause: unknown) => {
              log.warn({ err: cause, knowledge: id }, 'new files of an account could not be looked for')
              return 0
            })
          const next = nextAt(rule.auth_frequency_type)
          after.push(isDue && next ? { ...rule, next_at: next } : rule)
        }
        await datasets.setFrequency(id, after)
      }
      return count
    },
  }
}
export type AppendService = ReturnType<typeof createAppendService>
