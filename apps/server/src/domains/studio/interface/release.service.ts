import { codePagesOf, interfaceProblems, manifestOf, nodesOf } from '@orrery/engine/interface'
import type { AppError } from '#kit/errors.ts'
import type { createInterfaceFacts } from './interface-facts.ts'
import type { InterfacePart, InterfaceService } from './interface.service.ts'
import { interfaceErrors } from './interface.errors.ts'
import { problemError } from './problem-words.ts'
import type { Snapshots } from './snapshot.service.ts'

/** What a version of a project would serve as its interface. */
export interface PreparedInterface {
  parts: InterfacePart[]
  /** Workflows that it runs. */
  workflows: string[]
  /** The bot of its chat; a chatflow is among the workflows. */
  botId: string
  problems: AppError[]
}
export interface ReleaseDeps {
  interfaces: Pick<InterfaceService, 'parts' | 'released' | 'keepRelease'>
  facts: ReturnType<typeof createInterfaceFacts>
  snapshots: Pick<Snapshots, 'find'>
  /** What is wrong with pages that are written as code. */
  codeFaults(document: InterfacePart['document'], projectId: string): Promise<AppError[]>
}
const WEB = 1
const chatOf = (parts: readonly InterfacePart[]) =>
  parts.map(({ document }) => manifestOf(document).chat).find(Boolean) ?? ''

/** Interfaces on their way into versions of their projects. An interface without components is none yet. */
export function createInterfaceReleases({ interfaces, facts, snapshots, codeFaults }: ReleaseDeps) {
  async function drawn(projectId: string): Promise<InterfacePart[]> {
    const parts = (await interfaces.parts(projectId)).filter(
      ({ document }) => nodesOf(document).length > 0 || codePagesOf(document).length > 0,
    )
    return parts.some(({ channel }) => channel === WEB) ? parts : []
  }
  return {
    has: async (projectId: string): Promise<boolean> => (await drawn(projectId)).length > 0,
    /** The chatflow that its chat is with; undefined where there is no interface. */
    async chat(projectId: string): Promise<string | undefined> {
      const parts = await drawn(projectId)
      return parts.length ? chatOf(parts) : undefined
    },
    /** From a snapshot where there is one: others may have gone on drawing since. */
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
    /** Refuses when a package that it uses was deleted since it was prepared. */
    async keep(versionId: string, parts: InterfacePart[], bot?: { id: string; version: string }): Promise<void> {
      const gone = await interfaces.keepRelease(versionId, parts, bot)
      if (gone.length > 0) throw interfaceErrors.packageGone({ names: gone.join(', ') })
    },
    /** Of a published version: its chatflow, empty for none; undefined where it has no interface. */
    async chatOfVersion(versionId: string): Promise<string | undefined> {
      const parts = await interfaces.released(versionId)
      return parts.length ? chatOf(parts) : undefined
    },
  }
}
export type InterfaceReleases = ReturnType<typeof createInterfaceReleases>
