import { BotMode, ConnectorId, emptyBotConfig } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import { isShared } from './project-connectors.ts'
import type { ProjectRepo } from './project.repo.ts'

/** What a channel serves of a project. */
export interface AppVersion {
  id: string
  /** Those that can be called, in their order. */
  workflows: string[]
  /** The states of these and of all that they call. */
  pins: Record<string, string>
}
export interface AppVersionDeps {
  repo: Pick<ProjectRepo, 'connector' | 'version'>
  resources: Pick<ResourceService, 'get'>
  roles: Pick<ChatRoleService, 'get'>
  bus: Bus
}
const CACHE_LIMIT = 2000
const NO_SUGGESTIONS = 2

/** Published projects for those who run them: which workflows, in which state. */
export function createAppVersions({ repo, resources, roles, bus }: AppVersionDeps) {
  const served = new Map<string, Map<string, Promise<AppVersion | undefined>>>()
  const pinned = new Map<string, Promise<Record<string, string>>>()
  bus.subscribe('app', (id) => (id === '*' ? served.clear() : void served.delete(id)))

  async function load(projectId: string, connectorId: string): Promise<AppVersion | undefined> {
    const found = await repo.connector(projectId, connectorId)
    if (!found) return undefined
    const { versionId, workflows } = found.connector
    return { id: versionId, workflows: workflows.map((workflow) => workflow.id), pins: found.pins }
  }
  function find(projectId: string, connectorId: string): Promise<AppVersion | undefined> {
    if (served.size >= CACHE_LIMIT) served.clear()
    const ofProject = served.get(projectId) ?? new Map<string, Promise<AppVersion | undefined>>()
    served.set(projectId, ofProject)
    const loading = ofProject.get(connectorId) ?? load(projectId, connectorId)
    ofProject.set(connectorId, loading)
    loading.catch(() => ofProject.delete(connectorId))
    return loading
  }
  /** Versions never change: once known, always known. */
  function pinsOf(versionId: string): Promise<Record<string, string>> {
    if (pinned.size >= CACHE_LIMIT) pinned.clear()
    const loading = pinned.get(versionId) ?? repo.version(versionId).then((row) => row?.pins ?? {})
    pinned.set(versionId, loading)
    loading.catch(() => pinned.delete(versionId))
    return loading
  }
  /** How a chatflow shows itself, as far as visitors meet it. */
  async function openingOf(workflowId: string, connectorId: string) {
    const role = await roles.get(workflowId, connectorId)
    const { prologue, suggested_questions: questions } = (role?.['onboarding_info'] ?? {}) as Record<string, unknown>
    return {
      prologue: typeof prologue === 'string' ? prologue : '',
      suggested_questions: Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [],
    }
  }
  return {
    find,
    pinsOf,
    /** A chatflow of a project that visitors talk with as with a bot. Programs call it by itself. */
    async asBot(projectId: string, connectorId: string | undefined): Promise<RunnableBot | undefined> {
      if (!connectorId || connectorId === ConnectorId.api || !isShared(connectorId)) return undefined
      const [app, head] = [await find(projectId, connectorId), await resources.get(projectId)]
      const workflowId = app?.workflows[0]
      if (!workflowId || head?.kind !== 'project') return undefined
      const config = emptyBotConfig()
      return {
        id: projectId,
        spaceId: head.spaceId,
        ownerId: head.ownerId,
        name: head.name,
        description: head.description,
        iconUri: head.iconUri,
        version: app.id,
        config: {
          ...config,
          bot_mode: BotMode.workflow,
          layout_info: { ...config.layout_info, workflow_id: workflowId },
          suggest_reply_info: { ...config.suggest_reply_info, suggest_reply_mode: NO_SUGGESTIONS },
          onboarding_info: { ...config.onboarding_info, ...(await openingOf(workflowId, connectorId)) },
        },
      }
    },
  }
}
export type AppVersions = ReturnType<typeof createAppVersions>
