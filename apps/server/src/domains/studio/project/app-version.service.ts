import { BotMode, ConnectorId, emptyBotConfig, ProjectHistoryType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import { isShared } from './project-connectors.ts'
import type { ProjectRepo } from './project.repo.ts'

/** The version of a project that a channel serves. */
export interface AppVersion {
  id: string
  /** Workflows that can be called, in their order. */
  workflows: string[]
  /** The commit of each of these workflows and of all that they call. */
  pins: Record<string, string>
}
export interface AppVersionDeps {
  repo: Pick<ProjectRepo, 'connector' | 'version' | 'versionNamed'>
  resources: Pick<ResourceService, 'get'>
  roles: Pick<ChatRoleService, 'get'>
  bus: Bus
  /** Whether the version has an interface. */
  hasInterface(versionId: string): Promise<boolean>
}
const NO_SUGGESTIONS = 2
type Role = Record<string, unknown>
const fieldsIn = (value: unknown): Role => (typeof value === 'object' && value !== null ? { ...value } : {})

/** The opening of a chatflow. */
function openingOf(role: Role) {
  const { prologue, suggested_questions: questions } = fieldsIn(role['onboarding_info'])
  return {
    prologue: typeof prologue === 'string' ? prologue : '',
    suggested_questions: Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [],
  }
}
/** The voices of a chatflow by language, and whether answers are read aloud automatically. */
function voicesOf(role: Role) {
  const { voice_config_map: map, is_text_to_voice_enable: isAuto } = fieldsIn(role['audio_config'])
  const named = Object.entries(fieldsIn(map)).flatMap(([language, voice]) => {
    const { voice_id: id } = fieldsIn(voice)
    return typeof id === 'string' ? [[language, id]] : []
  })
  return { autoplay: isAuto === true, i18n_lang_voice_str: Object.fromEntries(named) as Record<string, string> }
}

/** Published projects as they are run: which workflows, in which commit. */
export function createAppVersions({ repo, resources, roles, bus, hasInterface }: AppVersionDeps) {
  const { get: find } = createCache({ bus, topic: 'app', limit: 2000, keepsMissing: true, load })
  /** Versions are immutable, so no message invalidates this cache. */
  const { get: pinsOf } = createCache({
    bus,
    limit: 2000,
    load: async (versionId) => (await repo.version(versionId))?.pins ?? {},
  })

  async function load(projectId: string, connectorId: string): Promise<AppVersion | undefined> {
    const found = await repo.connector(projectId, connectorId)
    if (!found) return undefined
    const { versionId, workflows } = found.connector
    return { id: versionId, workflows: workflows.map((workflow) => workflow.id), pins: found.pins }
  }
  return {
    find,
    pinsOf,
    /** A publication by its version name, even if no channel serves it any more. */
    named: (projectId: string, version: string) => repo.versionNamed(projectId, version, ProjectHistoryType.publish),
    /** A chatflow of a project in the form of a bot, for visitors. Programs call the chatflow directly. */
    async asBot(projectId: string, connectorId: string | undefined): Promise<RunnableBot | undefined> {
      if (!connectorId || connectorId === ConnectorId.api || !isShared(connectorId)) return undefined
      const [app, head] = [await find(projectId, connectorId), await resources.get(projectId)]
      if (!app || head?.kind !== 'project') return undefined
      // An interface without a chat has no chatflow, so no turn can run.
      const workflowId = app.workflows[0] ?? ''
      if (!workflowId && !(await hasInterface(app.id))) return undefined
      const config = emptyBotConfig()
      const role = workflowId ? await roles.get(workflowId, connectorId) : undefined
      return {
        id: projectId,
        spaceId: head.spaceId,
        ownerId: head.ownerId,
        name: head.name,
        description: head.description,
        iconUri: head.iconUri,
        version: app.id,
        isProject: true,
        config: {
          ...config,
          bot_mode: BotMode.workflow,
          layout_info: { ...config.layout_info, workflow_id: workflowId },
          suggest_reply_info: { ...config.suggest_reply_info, suggest_reply_mode: NO_SUGGESTIONS },
          onboarding_info: { ...config.onboarding_info, ...(role && openingOf(role)) },
          voices_info: { ...config.voices_info, ...(role && voicesOf(role)) },
        },
      }
    },
  }
}
export type AppVersions = ReturnType<typeof createAppVersions>
