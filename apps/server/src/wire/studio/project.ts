import { createContentCheck } from '#domains/studio/bot/content-check.service.ts'
import type { CarriedFile, PortableKind, Porters, Target } from '#domains/library/bundle/bundle-types.ts'
import { createBundleService, type CreationOptions } from '#domains/library/bundle/bundle.service.ts'
import { createBotPorter } from '#domains/library/bundle/porters/bot-porter.ts'
import {
  createDatabasePorter,
  createKnowledgePorter,
  createPromptPorter,
} from '#domains/library/bundle/porters/data-porters.ts'
import { createPluginPorter } from '#domains/library/bundle/porters/plugin-porter.ts'
import { createProjectPorter } from '#domains/library/bundle/porters/project-porter.ts'
import { createWorkflowPorter } from '#domains/library/bundle/porters/workflow-porter.ts'
import { folderRoutes } from '#domains/library/folder/folder.routes.ts'
import { createFolderService } from '#domains/library/folder/folder.service.ts'
import { createPluginContents } from '#domains/resources/plugin/plugin-content.ts'
import { createPluginRepo } from '#domains/resources/plugin/plugin.repo.ts'
import { createPluginVersions } from '#domains/resources/plugin/version.service.ts'
import { createAppVersions } from '#domains/studio/project/app-version.service.ts'
import { createProjectCopies } from '#domains/studio/project/copy.service.ts'
import { createIntelligenceRepo } from '#domains/studio/project/intelligence.repo.ts'
import { intelligenceRoutes, oceanRoutes } from '#domains/studio/project/intelligence.routes.ts'
import { createProjectRepo } from '#domains/studio/project/project.repo.ts'
import { projectRoutes } from '#domains/studio/project/project.routes.ts'
import { createProjectService } from '#domains/studio/project/project.service.ts'
import { createProjectView } from '#domains/studio/project/project.view.ts'
import { isShared } from '#domains/studio/project/project-connectors.ts'
import { projectPublishRoutes } from '#domains/studio/project/publish.routes.ts'
import { createProjectPublishing } from '#domains/studio/project/publish.service.ts'
import { projectTaskRoutes } from '#domains/studio/project/task.routes.ts'
import { createProjectTasks } from '#domains/studio/project/task.service.ts'
import { createProjectVersions } from '#domains/studio/project/version.service.ts'
import { createChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import { createProjectConversationService } from '#domains/flow/workflow/project-conversation.service.ts'
import type { ShareService } from '#domains/reach/share/share.service.ts'
import { createAtomicCreations } from '#domains/ground/resource/atomic-creation.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { BotLife, Uploads } from './bot.ts'
import type { wireData } from '../resources/data.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { wireKnowledge } from '../resources/knowledge.ts'
import type { Models } from '../chat/model.ts'
import type { wirePlugins } from '../resources/plugin.ts'
import type { Workflows } from '../flow/workflow.ts'

export interface ProjectNeighbours {
  bots: BotLife
  uploads: Uploads
  models: Models
  workflows: Workflows
  data: ReturnType<typeof wireData>['services']
  knowledge: ReturnType<typeof wireKnowledge>['services']
  plugins: ReturnType<typeof wirePlugins>['services']
  share: { shares: ShareService }
}

/** Projects, folders, and resources as content that can be copied, kept and brought back. */
export function wireProjects(infra: Infra, ground: Ground, near: ProjectNeighbours) {
  const { bus, clock, newId, jobs, log, secrets, egress, blobs } = infra
  const { db } = infra.database
  const { access, audit, passport, resources } = ground
  const { uploads, builtins } = near.uploads
  const { workflows, workflowVersions } = near.workflows
  const { plugins } = near.plugins
  const actorOf = (userId: string) => ({ userId, isInstanceOwner: false })
  const mayCopy = (userId: string, id: string) => access.can(actorOf(userId), 'resource', id, 'copy')
  const mayCreate = (userId: string, spaceId: string) => access.can(actorOf(userId), 'space', spaceId, 'createResource')
  const content = createContentCheck({ db, bus, egress, audit, clock, log })
  const checkContent = (texts: string[]) => content.check(texts)

  /** A picture for its new owner: what ships with the product stays, everything else is drawn anew. */
  async function storeIcon(key: string, target: Target): Promise<string> {
    if (await builtins.has(key)) return key
    const file = await target.file(key)
    if (!file) return ''
    const name = `icon.${/\.([a-z0-9]+)$/i.exec(key)?.[1] ?? 'png'}`
    const { userId, spaceId } = target
    const stored = uploads.store({ userId, spaceId, scene: 'icon', name, bytes: Buffer.from(file.bytes) })
    return stored.then(
      (row) => row.key,
      () => '',
    )
  }
  /** Files of this instance, for content that comes from this instance. */
  async function ownFile(key: string): Promise<CarriedFile | undefined> {
    const blob = key ? await blobs.get(key) : undefined
    return blob && { bytes: await blob.bytes(), contentType: blob.contentType }
  }
  async function modelFor(id: string, spaceId: string): Promise<string> {
    const known = await near.models.models.list(spaceId)
    return known.some((model) => model.id === id) ? id : near.models.models.defaultId(spaceId)
  }

  const pluginRepo = createPluginRepo(db)
  const pluginVersions = createPluginVersions({
    repo: pluginRepo,
    plugins,
    resources,
    audit,
    newId,
    clock,
    lockMs: 0,
  })
  const conversations = createProjectConversationService({ db, workflows, newId, clock })
  const repo = createProjectRepo(db)
  const roles = createChatRoleService({ db, newId, clock })
  const porters: Porters = {
    project: createProjectPorter({
      resources,
      inside: (id) => repo.inside(id),
      variables: near.data.variables,
      conversations,
    }),
    prompt: createPromptPorter({ prompts: near.bots.prompts }),
    plugin: createPluginPorter({
      contents: createPluginContents({ repo: pluginRepo, plugins, resources, secrets, egress }),
      publish: async (id, userId) =>
        void (await pluginVersions.publish(id, userId, { name: '', description: '', privacy: null }, '')),
    }),
    knowledge: createKnowledgePorter(near.knowledge.knowledgeParts),
    database: createDatabasePorter({ databases: near.data.databases, records: near.data.databaseRecords }),
    workflow: createWorkflowPorter({
      workflows,
      versions: workflowVersions,
      roles,
    }),
    bot: createBotPorter({ bots: near.bots.bots, newId, storeIcon }),
  }
  const atomicCreations = createAtomicCreations({ db, resources, jobs, newId, clock, log })
  const bundles = createBundleService({ porters, resources, atomicCreations, log })
  /** How content of this instance becomes resources of a space. */
  const creationOptions = (to: {
    spaceId: string
    userId: string
    projectId?: string | undefined
    file?: Target['file']
  }): Omit<CreationOptions, 'publishes'> => ({
    target: { ...to, file: to.file ?? ownFile },
    isHere: async (kind: PortableKind, id: string) => {
      if (!/^[1-9]\d{0,17}$/.test(id)) return false
      // Official plugins are the same in every space.
      if (kind === 'plugin' && (await near.plugins.toolsets.forSpace(id, '', { spaceId: to.spaceId, isDraft: true })))
        return true
      const place = await resources.locate(id)
      return place?.spaceId === to.spaceId && access.can(actorOf(to.userId), kind, id, 'view')
    },
    modelFor: (id) => modelFor(id, to.spaceId),
    storeIcon,
  })

  const folders = createFolderService({ db, resources })
  const projects = createProjectService({
    repo,
    resources,
    audit,
    clock,
    requireIcon: uploads.requireIcon,
    defaultIcon: async () => (await builtins.list('workflow'))[1] ?? '',
    checkContent,
  })
  const tasks = createProjectTasks({ repo, projects, resources, jobs, newId, clock, log })
  const copies = createProjectCopies({
    repo,
    projects,
    tasks,
    bundles,
    mayCopy,
    mayCreate,
    copyIcon: (key, userId, spaceId) => uploads.copy(key, userId, spaceId),
    creationOptions,
    fill: async (id, item, userId) => {
      const { description, name } = (await resources.get(id))!
      await porters.project.restore!(id, { ...item, name, description }, new Map(), userId)
    },
  })
  const versions = createProjectVersions({ repo, projects, tasks, bundles, resources, newId, clock, creationOptions })
  const publishing = createProjectPublishing({
    repo,
    projects,
    versions,
    workflows,
    workflowVersions,
    resources,
    audit,
    bus,
    jobs,
    newId,
    clock,
    log,
    checkContent,
    prepare: async (connectorId, projectId, userId) =>
      isShared(connectorId) && near.share.shares.link(projectId, connectorId, userId),
  })
  const apps = createAppVersions({ repo, resources, roles, bus })
  near.bots.publishing.provide(apps.asBot)
  Object.assign(near.workflows.appVersions, { find: apps.find, pinsOf: apps.pinsOf })
  const links = near.share.shares.linksOf
  const view = createProjectView({ links: ground.links, people: passport })
  const list = createIntelligenceRepo(db)
  const routes = {
    projects,
    copies,
    versions,
    publishing,
    folders,
    view,
    links,
    async unlistBot(botId: string, userId: string, connectorId: string) {
      const row = (await near.bots.publishing.rows(botId)).get(connectorId)
      if (!row?.historyId) return false
      await near.bots.publishing.unbind(botId, userId, connectorId, '')
      return true
    },
  }
  const lists = {
    list,
    folders,
    publishing,
    projects,
    view,
    links,
    membership: ground.spaces.membership,
    describeModels: async (spaceId: string, ids: string[]) =>
      (await near.bots.botPorts.describeModels?.(spaceId, ids)) ?? new Map<string, { name: string }>(),
    channelName(id: string, locale: 'en' | 'zh-CN') {
      const found = near.bots.publishing.connectors().find((connector) => connector.id === id)
      return found ? (locale === 'zh-CN' ? found.zh.name : found.en.name) : id
    },
  }
  const handlers: HandlersOf<
    'folder' | 'intelligences' | 'oceanProject' | 'project' | 'projectPublish' | 'projectTask'
  > = {
    folder: folderRoutes({ folders, people: passport, links: ground.links }),
    intelligences: intelligenceRoutes(lists),
    oceanProject: oceanRoutes(lists),
    project: projectRoutes(routes),
    projectPublish: projectPublishRoutes(routes),
    projectTask: projectTaskRoutes({
      tasks,
      resources,
      view,
      retryBot: (id) => near.bots.botCopies.retry(id, false),
      cancelBot: (id, userId) => near.bots.bots.remove(id, userId),
    }),
  }
  return {
    handlers,
    services: {
      projects,
      projectTasks: tasks,
      projectPublishing: publishing,
      projectVersions: versions,
      projectCopies: copies,
      projectList: list,
      folders,
      bundles,
      atomicCreations,
      creationOptions,
      ownFile,
      storeIcon,
      contentCheck: checkContent,
    },
    async start() {
      await atomicCreations.start()
      await tasks.start()
      await publishing.start()
    },
  }
}
export type Projects = ReturnType<typeof wireProjects>['services']
