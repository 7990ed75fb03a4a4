import {
  type ImportedPackage,
  isPortable,
  VARIABLE_LIMITS,
  VariableChannel,
  type VariableInput,
  VariableKind,
} from '@orrery/contract'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { VariableService } from '#domains/resources/variable/variable.service.ts'
import type { ProjectConversationService } from '#domains/flow/workflow/project-conversation.service.ts'
import type { BundleItem, IdMap, Porter } from '#domains/ground/resource/shared/resource-content.ts'
import { list, object, text } from '#kit/read-json.ts'
import type { PackageService } from '#domains/studio/component-package/component-package.service.ts'
import {
  type PackedPackage,
  packagesOf,
  readPacked,
  withPackages,
} from '#domains/studio/component-package/shared/packed-package.ts'
import type { InterfacePart, InterfaceService } from '#domains/studio/interface/interface.service.ts'

interface Content {
  interface: InterfacePart[]
  /** Component packages that the interface uses. */
  packages: PackedPackage[]
  variables: VariableInput[]
  conversations: string[]
}

interface Connecting {
  /** Restores the interface of a copy, whose parts were created after the project. */
  drawFor(id: string, item: BundleItem, ids: IdMap, userId: string): Promise<void>
}

/**
 * Exports and creates the project itself: its interface, variables and names of conversations. The resources inside it
 * are separate items.
 */
export function createProjectPorter(deps: {
  resources: ResourceService
  inside(projectId: string): Promise<{ id: string; kind: string }[]>
  variables: Pick<VariableService, 'metaOf' | 'saveMeta'>
  conversations: Pick<ProjectConversationService, 'names' | 'create'>
  interfaces: Pick<InterfaceService, 'parts' | 'restore' | 'readParts'>
  packages: Pick<PackageService, 'pack' | 'adopt'>
}): Porter & Required<Pick<Porter, 'restore'>> & Connecting {
  const { resources, variables, conversations, interfaces } = deps
  async function fill(id: string, userId: string, content: Content) {
    await variables.saveMeta(id, content.variables)
    const known = new Set(await conversations.names(id))
    for (const name of content.conversations) if (!known.has(name)) await conversations.create(id, userId, name)
  }
  /** Restores the interface once everything it refers to has an id. Old versions contain no interface. */
  async function draw(id: string, content: Content, ids: IdMap, userId: string) {
    const parts = content.interface ?? []
    const packed = content.packages ?? []
    const head = packed.length ? await resources.get(id) : undefined
    const found = head ? await deps.packages.adopt(head.spaceId, userId, packed) : new Map<string, ImportedPackage>()
    const placed = parts.map((part) => ({ ...part, document: withPackages(part.document, found) }))
    await interfaces.restore(id, userId, placed, ids)
  }
  return {
    async read(id) {
      const head = (await resources.get(id))!
      const metas = await variables.metaOf(id)
      const parts = await interfaces.parts(id)
      return {
        content: {
          interface: parts,
          packages: await deps.packages.pack(head.spaceId, packagesOf(parts.map(({ document }) => document))),
          variables: metas.map((meta) => ({
            Keyword: meta.keyword,
            DefaultValue: meta.defaultValue,
            VariableType: meta.variableType,
            Channel: meta.channel,
            Description: meta.description,
            Enable: meta.enabled,
            Schema: meta.schema,
            IsReadOnly: meta.readOnly,
            PromptDisabled: meta.promptDisabled,
          })) as VariableInput[],
          conversations: await conversations.names(id),
        } satisfies Content,
        needs: (await deps.inside(id)).flatMap(({ kind, id: part }) => (isPortable(kind) ? [{ kind, id: part }] : [])),
        published: head.publishedAt !== null,
      }
    },
    check(content): Content {
      const given = object(content)
      return {
        interface: interfaces.readParts(given.interface),
        packages: readPacked(given.packages),
        variables: list(given.variables).slice(0, VARIABLE_LIMITS.count).flatMap(readVariable),
        conversations: list(given.conversations)
          .slice(0, 500)
          .map((item) => text(item, 200))
          .filter(Boolean),
      }
    },
    async create(item, { spaceId, userId }) {
      const { name, description, icon: iconUri } = item
      const { id } = await resources.create({ kind: 'project', spaceId, ownerId: userId, name, description, iconUri })
      await fill(id, userId, item.content as Content)
      return id
    },
    connect: (id, item, ids, { userId }) => draw(id, item.content as Content, ids, userId),
    drawFor: (id, item, ids, userId) => draw(id, item.content as Content, ids, userId),
    async restore(id, { name, description, content }, ids, userId) {
      await resources.touch(id, userId, { name, description })
      await fill(id, userId, content as Content)
      await draw(id, content as Content, ids, userId)
    },
  }
}

function readVariable(given: unknown): VariableInput[] {
  const found = object(given)
  const keyword = text(found.Keyword, 50)
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(keyword)) return []
  return [
    {
      Keyword: keyword,
      DefaultValue: text(found.DefaultValue, VARIABLE_LIMITS.value),
      VariableType: found.VariableType === VariableKind.list ? VariableKind.list : VariableKind.single,
      Channel: found.Channel === VariableChannel.app ? VariableChannel.app : VariableChannel.custom,
      Description: text(found.Description, 2000),
      Enable: found.Enable !== false,
      Schema: text(found.Schema, 20_000),
      IsReadOnly: found.IsReadOnly === true,
      PromptDisabled: found.PromptDisabled === true,
    },
  ]
}
