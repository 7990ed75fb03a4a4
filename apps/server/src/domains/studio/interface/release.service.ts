import { codePagesOf, interfaceProblems, manifestOf, nodesOf } from '@orrery/engine/interface'
import type { AppError } from '#kit/errors.ts'
import type { createInterfaceFacts } from './interface-facts.ts'
import type { InterfacePart, InterfaceService } from './interface.service.ts'
import { interfaceErrors } from './interface.errors.ts'
import { problemError } from './problem-words.ts'
import type { Snapshots } from './snapshot.service.ts'

/** The interface that a version of a project would serve. */
export interface PreparedInterface {
  parts: InterfacePart[]
  /** Workflows that the interface runs. */
  workflows: string[]
  /** The bot of the chat, or empty. A chatflow is among the workflows instead. */
  botId: string
  problems: AppError[]
}
export interface ReleaseDeps {
  interfaces: Pick<InterfaceService, 'parts' | 'released' | 'keepRelease'>
  facts: ReturnType<typeof createInterfaceFacts>
  snapshots: Pick<Snapshots, 'find'>
  /** Errors in pages of code. */
  codeFaults(document: InterfacePart['document'], projectId: string): Promise<AppError[]>
}
const WEB = 1
const chatOf = (parts: readonly InterfacePart[]) =>
  parts.map(({ document }) => manifestOf(document).chat).find(Boolean) ?? ''

/** Prepares and stores the interfaces of versions. An interface without components does not count. */
export function createInterfaceReleases({ interfaces, facts, snapshots, codeFaults }: ReleaseDeps) {
  async function drawn(projectId: string): Promise<InterfacePart[]> {
    const parts = (await interfaces.parts(projectId)).filter(
      ({ document }) => nodesOf(document).length > 0 || codePagesOf(document).length > 0,
    )
    return parts.some(({ channel }) => channel === WEB) ? parts : []
  }
  return {
    has: async (projectId: string): Promise<boolean> => (await drawn(projectId)).length > 0,
    /** The chat of the draft: a chatflow or bot, empty for none. Undefined if there is no interface. */
    async chat(projectId: string): Promise<string | undefined> {
      const parts = await drawn(projectId)
      return parts.length ? chatOf(parts) : undefined
    },
    /** Uses the snapshot if there is one, since others may have edited the draft meanwhile. */
    async prepare(projectId: string, snapshotId: string | null): Promise<PreparedInterface | undefined> {
      const kept = snapshotId ? await snapshots.find(snapshotId) : undefined
      const now = await drawn(projectId)
      const parts = kept
        ? [{ channel: WEB, document: kept.document }, ...now.filter(({ channel }) => channel !== WEB)]
        : now
      if (!parts.length) return undefined
      const known = await facts(projectId)
      const broken = await Promise.all(parts.map(({ document }) => codeFaults(document, projectId)))
      const manifests = parts.map(({ document }) => manifestOf(document))
      const chat = chatOf(parts)
      const isBot = known.bots?.some(({ id }) => id === chat) ?? false
      const flows = manifests.flatMap(({ workflows, chat: one }) => [...workflows, one])
      return {
        parts,
        workflows: [...new Set(flows)].filter((id) => id && !known.bots?.some((bot) => bot.id === id)),
        botId: isBot ? chat : '',
        problems: [
          ...parts.flatMap(({ document }) =>
            interfaceProblems(document, known)
              .filter(({ isError }) => isError)
              .map((problem) => problemError(document, problem)),
          ),
          ...broken.flat(),
        ],
      }
    },
    /** Throws if a package that the interface uses was deleted since `prepare`. */
    async keep(versionId: string, parts: InterfacePart[], bot?: { id: string; version: string }): Promise<void> {
      const gone = await interfaces.keepRelease(versionId, parts, bot)
      if (gone.length > 0) throw interfaceErrors.packageGone({ names: gone.join(', ') })
    },
    /** The chat of a published version, empty for none. Undefined if it has no interface. */
    async chatOfVersion(versionId: string): Promise<string | undefined> {
      const parts = await interfaces.released(versionId)
      return parts.length ? chatOf(parts) : undefined
    },
  }
}
export type InterfaceReleases = ReturnType<typeof createInterfaceReleases>
