import type { BotCopies } from '#domains/studio/bot/copy.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Resources } from '../resources.ts'

interface Services {
  ground: Ground
  resources: Resources
  flow: Flow
  botCopies: BotCopies
}

/** How what a bot works with comes along when the bot is copied to another space. */
export function wireBotCopies({ log }: Infra, { ground, resources, flow, botCopies }: Services) {
  const { workflows, workflowVersions, workflowBundles } = flow
  const { databases, knowledgeCopies, plugins } = resources
  botCopies.registerCopier('plugin', (id, target) => plugins.copy(id, target))
  botCopies.registerCopier('workflow', async (id, { spaceId, userId }) => {
    const actor = { userId, isInstanceOwner: false }
    const copies = await workflowBundles.copyInto([id], {
      spaceId,
      projectId: undefined,
      actor: { actor, userId, access: ground.access },
    })
    for (const [from, to] of copies) {
      // Bots call published versions only: what could be called there can be called here.
      if (!(await workflows.get(from)).row.version) continue
      await workflowVersions
        .publish(to, userId, { note: '', force: true })
        .catch((cause: unknown) => log.warn({ err: cause, workflow: to }, 'a copied workflow could not be published'))
    }
    return copies.get(id)!
  })
  botCopies.registerCopier('knowledge', knowledgeCopies.copy)
  // The table, not its rows: those are other people's.
  botCopies.registerCopier('database', async (id, { spaceId, userId }) => {
    const { head, table } = await databases.get(id)
    const copy = await databases.create({
      spaceId,
      userId,
      name: head.name,
      description: head.description,
      iconUri: '',
      fields: table.fields.map(({ name, desc, type, required }) => ({
        name,
        desc,
        type,
        must_required: required,
        id: 0,
        alterId: 0,
      })),
      mode: table.rwMode,
      promptDisabled: table.promptDisabled,
    })
    return copy.head.id
  })
}
