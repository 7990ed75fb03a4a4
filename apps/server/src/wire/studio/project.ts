import { createDeployments } from '#domains/studio/project/deploy.service.ts'
import type { ChatBots } from '#domains/studio/project/chat-bot.service.ts'
import { createProjectCopies } from '#domains/studio/project/copy.service.ts'
import { deployRoutes } from '#domains/studio/project/deploy.routes.ts'
import { createIntelligenceRepo } from '#domains/studio/project/intelligence.repo.ts'
import { createIntelligences } from '#domains/studio/project/intelligence.service.ts'
import { intelligenceRoutes, oceanRoutes } from '#domains/studio/project/intelligence.routes.ts'
import { createProjectPorter } from '#domains/studio/project/project.porter.ts'
import type { ProjectRepo } from '#domains/studio/project/project.repo.ts'
import { projectRoutes } from '#domains/studio/project/project.routes.ts'
import { createProjectService } from '#domains/studio/project/project.service.ts'
import { createProjectView } from '#domains/studio/project/project.view.ts'
import { hasLink, isShared } from '#domains/studio/project/project-connectors.ts'
import { createProjectUses } from '#domains/studio/project/project-uses.repo.ts'
import { projectPublishRoutes } from '#domains/studio/project/publish.routes.ts'
import { createProjectPublishing } from '#domains/studio/project/publish.service.ts'
import { projectTaskRoutes } from '#domains/studio/project/task.routes.ts'
import { createProjectTasks } from '#domains/studio/project/task.service.ts'
import { createProjectChanges } from '#domains/studio/project/project-changes.service.ts'
import { createProjectVersions } from '#domains/studio/project/version.service.ts'
import type { PackageService } from '#domains/studio/component-package/component-package.service.ts'
import type { InterfaceReleases } from '#domains/studio/interface/release.service.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { Bots } from './bot.ts'

interface Services {
  ground: Ground
  library: Library
  resources: Resources
  flow: Flow
  bots: Bots
  repo: ProjectRepo
  interfaces: InterfaceService
  componentPackages: PackageService
  interfaceReleases: InterfaceReleases
  chatBots: ChatBots
}

/** Wires projects: apps of several workflows that are published as a whole. */
export function wireProjects(infra: Infra, services: Services, ports: Pick<AppPorts, 'shares' | 'channels'>) {
  const { bus, clock, newId, jobs, log } = infra
  const { db } = infra.database
  const { ground, bots, repo } = services
  const { access, audit, builtins, passport, resources, uploads } = ground
  const { bundles, creationOptions, folders } = services.library
  const { workflows, workflowVersions } = services.flow
  const { content } = services.ground
  const projects = createProjectService({
    repo,
    resources,
    audit,
    bus: infra.bus,
    clock,
    requireIcon: uploads.requireIcon,
    defaultIcon: (name) => builtins.forName('project', name),
    content,
    endPart: async (row) => {
      const port = ground.resourceKinds.find(row.kind)
      await port.forget?.(row.id)
      await port.discarded?.(row.id)
    },
  })
  const porter = createProjectPorter({
    resources,
    inside: (id) => repo.inside(id),
    variables: services.resources.variables,
    conversations: services.flow.projectConversations,
    interfaces: services.interfaces,
    packages: services.componentPackages,
  })
  ground.resourceKinds.register('project', {
    porter,
    remove: (row, userId) => projects.remove(row.id, userId),
    forget: projects.forget,
    ...createProjectUses(infra.database.db),
  })
  const tasks = createProjectTasks({ repo, projects, resources, jobs, newId, clock, log })
  const copies = createProjectCopies({
    repo,
    projects,
    tasks,
    bundles,
    mayCopy: (userId, id) => access.canUser(userId, 'resource', id, 'copy'),
    mayCreate: (userId, spaceId) => access.canUser(userId, 'space', spaceId, 'createResource'),
    copyIcon: (key, userId, spaceId) => uploads.copy(key, userId, spaceId),
    creationOptions,
    fill: async (id, item, userId) => {
      const { description, name } = (await resources.get(id))!
      const content = { ...(item.content as object), interface: [] }
      await porter.restore(id, { ...item, content, name, description }, new Map(), userId)
    },
    draw: (id, item, ids, userId) => porter.drawFor(id, item, ids, userId),
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
    content,
    interfaces: services.interfaceReleases,
    chatBots: services.chatBots,
    prepare: async (connectorId, projectId, userId) =>
      hasLink(connectorId)
        ? ports.shares.link(projectId, connectorId, userId)
        : isShared(connectorId) && ports.channels.serve(projectId, connectorId),
  })
  const links = (ids: string[]) => ports.shares.linksOf(ids)
  const view = createProjectView({ links: ground.links, people: passport })
  const changes = createProjectChanges({ publishing, versions, bus })
  const list = createIntelligences(createIntelligenceRepo(db), publishing, changes, bots.botHistory)
  const routes = {
    projects,
    copies,
    versions,
    publishing,
    changes,
    folders,
    view,
    links,
    unlistBot: (botId: string, userId: string, connectorId: string) =>
      bots.publishing.unlist(botId, userId, connectorId),
    channelStates: (id: string) => ports.channels.states(id),
  }
  const lists = {
    list,
    folders,
    projects,
    view,
    links,
    membership: ground.spaces.membership,
    describeModels: async (spaceId: string, ids: string[]) =>
      (await bots.botPorts.describeModels?.(spaceId, ids)) ?? new Map<string, { name: string }>(),
    channelName: bots.publishing.channelName,
  }
  const handlers: HandlersOf<
    'intelligences' | 'oceanDeploy' | 'oceanProject' | 'project' | 'projectPublish' | 'projectTask'
  > = {
    oceanDeploy: deployRoutes(createDeployments(db)),
    intelligences: intelligenceRoutes(lists),
    oceanProject: oceanRoutes(lists),
    project: projectRoutes(routes),
    projectPublish: projectPublishRoutes(routes),
    projectTask: projectTaskRoutes({
      tasks,
      resources,
      view,
      retryBot: (id) => bots.botCopies.retry(id, false),
      cancelBot: async (id) => {
        // An incomplete copy is removed for good: nobody would look for it in the bin.
        await resources.remove(id)
        await bots.bots.forget(id)
      },
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
    },
    async start() {
      await tasks.start()
      await publishing.start()
    },
  }
}
