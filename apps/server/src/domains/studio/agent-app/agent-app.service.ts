import { BOT_LIMITS, type BotConfig, type InterfaceDocument, PROJECT_LIMITS } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AtomicCreations } from '#domains/ground/resource/atomic-creation.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { ProjectCopies } from '#domains/studio/project/copy.service.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentAppRepo } from './agent-app.repo.ts'
import type { AgentAppRow } from './agent-app.table.ts'

export interface AgentAppDeps {
  repo: AgentAppRepo
  projects: Pick<ProjectService, 'create' | 'get' | 'update'>
  copies: Pick<ProjectCopies, 'begin'>
  interfaces: Pick<InterfaceService, 'create' | 'find' | 'restore'>
  bots: Pick<BotService, 'create' | 'getDraft' | 'editConfig'>
  creations: Pick<AtomicCreations, 'run'>
  icon(kind: 'bot', name: string): Promise<string>
  newId: NewId
  clock: Clock
}
export interface NewAgentApp {
  spaceId: string
  userId: string
  locale: Locale
  name: string | undefined
  icon: string
  /** An existing bot to use instead of a new one. */
  botId?: string | undefined
}
const WEB = 1
const words = {
  en: {
    name: 'New app',
    persona: (name: string) => `You are the assistant of the app “${name}”. Answer briefly and kindly.`,
  },
  'zh-CN': { name: '新应用', persona: (name: string) => `你是应用「${name}」的助手，请简洁友好地回答。` },
} as const

/** Agent apps: projects with a bot beside them. The project determines rights, versions, publishing and copying. */
export function createAgentApps(deps: AgentAppDeps) {
  const { repo, projects, interfaces, bots } = deps
  const ofProject = async (projectId: string): Promise<AgentAppRow | undefined> => repo.app(projectId)

  async function newBot({ spaceId, userId, locale }: NewAgentApp, title: string, source?: BotConfig): Promise<string> {
    const id = deps.newId()
    const name = title.slice(0, BOT_LIMITS.name)
    const iconUri = await deps.icon('bot', name)
    const { refusal } = await bots.create({ id, spaceId, userId, name, description: '', iconUri })
    if (refusal) throw refusal
    const prompt = source?.prompt_info.prompt ?? words[locale].persona(title)
    await bots.editConfig(id, userId, (config) => ({ ...config, prompt_info: { ...config.prompt_info, prompt } }))
    return id
  }
  async function save(projectId: string, botId: string, userId: string, sourceAppId?: string) {
    const createdAt = deps.clock.now()
    await repo.saveApp({ projectId, botId, createdBy: userId, createdAt, ...(sourceAppId && { sourceAppId }) })
  }
  const newProject = async ({ spaceId, userId, icon }: NewAgentApp, name: string): Promise<string> => {
    const made = await projects.create({ spaceId, userId, name, ...(icon && { iconUri: icon }) })
    if (made.refusal) throw made.refusal
    await interfaces.create(made.id, userId, name, WEB)
    return made.id
  }
  return {
    ofProject,
    ofBot: repo.appOfBot,
    setPlugin: repo.setPlugin,
    async require(projectId: string): Promise<AgentAppRow> {
      const row = await ofProject(projectId)
      if (!row) throw errors.notFound({ what: 'project' })
      return row
    },
    /** Creates an app, empty or with a given interface. Project and bot are created together or not at all. */
    create: (given: NewAgentApp, document?: InterfaceDocument): Promise<string> =>
      deps.creations.run(async () => {
        const name = given.name ?? words[given.locale].name
        const id = await newProject(given, name)
        if (document) {
          // The document was bound to resources of another project. The person has to bind it again.
          const targets = new Map(targetsOf(document).map((target) => [target, undefined]))
          await interfaces.restore(id, given.userId, [{ channel: WEB, document }], targets)
        }
        await save(id, given.botId ?? (await newBot(given, name)), given.userId)
        return id
      }),
    /** Copies an app, with a new bot. The project is filled in the background. */
    async copy(given: NewAgentApp, sourceId: string, mayCopyBot: (botId: string) => Promise<boolean>): Promise<string> {
      const source = await ofProject(sourceId)
      const { spaceId, userId, locale, icon } = given
      const made = await deps.copies.begin(
        sourceId,
        { spaceId, userId, locale },
        { name: given.name, ...(icon && { iconUri: icon }) },
      )
      if (made.refusal) throw made.refusal
      const { name } = await projects.get(made.id)
      const before = source?.botId && (await mayCopyBot(source.botId)) ? await bots.getDraft(source.botId) : undefined
      const botId = given.botId ?? (await newBot(given, name, before?.content.config))
      await save(made.id, botId, userId, sourceId)
      return made.id
    },
    /** Adds a bot to an existing project. A project that has a bot keeps it. */
    async adopt(given: NewAgentApp, projectId: string): Promise<string> {
      const known = await ofProject(projectId)
      if (known?.botId && given.botId && known.botId !== given.botId) throw agentAppErrors.hasBot()
      if (known?.botId) return projectId
      const { name } = await projects.get(projectId)
      if (!(await interfaces.find(projectId))) await interfaces.create(projectId, given.userId, name, WEB)
      await deps.creations.run(async () => save(projectId, given.botId ?? (await newBot(given, name)), given.userId))
      return projectId
    },
    async update(
      projectId: string,
      userId: string,
      change: { name?: string | undefined; icon: string },
    ): Promise<void> {
      const refusal = await projects.update(projectId, userId, {
        ...(change.name && { name: change.name.slice(0, PROJECT_LIMITS.name) }),
        ...(change.icon && { iconUri: change.icon }),
      })
      if (refusal) throw refusal
    },
  }
}
export type AgentApps = ReturnType<typeof createAgentApps>

const targetsOf = ({ sources, nodes }: InterfaceDocument): string[] => [
  ...Object.values(sources).map(({ target }) => target),
  ...Object.values(nodes).flatMap(({ props: { target } }) => (typeof target === 'string' && target ? [target] : [])),
]
