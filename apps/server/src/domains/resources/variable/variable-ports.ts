import { VariableChannel } from '@orrery/contract'
import type { Call, VariablesPort } from '@orrery/engine'
import type { SkillContext, VariablePort } from '#domains/chat/agent/shared/skill-ports.ts'
import { readValue, writeValue } from './variable-type.ts'
import { variableErrors } from './variable.errors.ts'
import { type Scope, STUDIO_CONNECTOR, type VariableService } from './variable.service.ts'
import { type CallerScope, scopeOfCall } from '#kit/caller-scope.ts'
import { userKey } from '#kit/user-key.ts'

const channels = { user: VariableChannel.custom, app: VariableChannel.app, system: VariableChannel.system }
const keptFor = (ownerId: string, { userId, endUser, connectorId }: CallerScope): Scope => ({
  ownerId,
  userKey: userKey(userId, endUser),
  connectorId: connectorId || STUDIO_CONNECTOR,
})

/** Typed variables for nodes. The run's context names project or bot, user and channel. */
export function variableNodes(variables: VariableService): VariablesPort {
  const scopeOf = (call: Call): Scope => {
    const caller = scopeOfCall(call)
    const { projectId } = call.context
    const ownerId = (typeof projectId === 'string' && projectId) || caller.botId
    if (!ownerId) throw variableErrors.ownerNeeded()
    return keptFor(ownerId, caller)
  }
  return {
    async read(scope, name, call) {
      const [found] = await variables.read(scopeOf(call), { keywords: [name], channel: channels[scope] })
      if (!found) throw variableErrors.unknown({ keyword: name })
      if (found.value === '') return variables.typeOf(found.meta).kind === 'string' ? '' : null
      return readValue(variables.typeOf(found.meta), found.value) ?? null
    },
    async write(scope, name, value, call) {
      const place = scopeOf(call)
      const meta = (await variables.metaOf(place.ownerId)).find(
        (item) => item.keyword === name && item.channel === channels[scope],
      )
      if (!meta) throw variableErrors.unknown({ keyword: name })
      const given = value === null || value === undefined ? '' : writeValue(variables.typeOf(meta), value)
      await variables.write(place, [{ keyword: name, value: given, channel: meta.channel }])
    },
  }
}

/** Variables for a turn of a bot, as text only, as templates and the model need them. */
export function variableSkill(variables: VariableService): VariablePort {
  const scopeOf = (context: SkillContext) => keptFor(context.botId, context)
  return {
    async read(context) {
      const found = await variables.read(scopeOf(context))
      return Object.fromEntries(
        found.filter(({ updatedAt }) => updatedAt > 0).map(({ meta, value }) => [meta.keyword, value]),
      )
    },
    write: (values, context) =>
      variables.write(
        scopeOf(context),
        Object.entries(values).map(([keyword, value]) => ({ keyword, value })),
      ),
  }
}
