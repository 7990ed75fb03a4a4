import { type BotConfig, TaskKind } from '@orrery/contract'
import { createAgentService } from '#domains/studio/bot/agent.service.ts'
import { createBotListRepo } from '#domains/studio/bot/bot-list.repo.ts'
import type { BotPorts, WriteRequest } from '#domains/studio/bot/bot-ports.ts'
import { botErrors } from '#domains/studio/bot/bot.errors.ts'
import { createBotRepo } from '#domains/studio/bot/bot.repo.ts'
import { createBotService } from '#domains/studio/bot/bot.service.ts'
import { createBotView } from '#domains/studio/bot/bot.view.ts'
import { createContentCheck } from '#domains/studio/bot/content-check.service.ts'
import { createCopyService } from '#domains/studio/bot/copy.service.ts'
import { draftRoutes } from '#domains/studio/bot/draft.routes.ts'
import { editorRoutes } from '#domains/studio/bot/editor.routes.ts'
import { createEditorService } from '#domains/studio/bot/editor.service.ts'
import { createHistoryService } from '#domains/studio/bot/history.service.ts'
import { lifeRoutes } from '#domains/studio/bot/life.routes.ts'
import { createOnlineService } from '#domains/studio/bot/online.service.ts'
import { publishRoutes, type Sharing } from '#domains/studio/bot/publish.routes.ts'
import { createPublicationRepo } from '#domains/studio/bot/publication.repo.ts'
import { createPublishService } from '#domains/studio/bot/publish.service.ts'
import { userAuthRoutes } from '#domains/studio/bot/user-auth.routes.ts'
import { createUserAuthService } from '#domains/studio/bot/user-auth.service.ts'
import { createWritingService } from '#domains/studio/bot/writing.service.ts'
import { favoriteRoutes } from '#domains/library/favorite/favorite.routes.ts'
import { createFavoriteService } from '#domains/library/favorite/favorite.service.ts'
import { promptRoutes } from '#domains/resources/prompt/prompt.routes.ts'
import { createPromptService } from '#domains/resources/prompt/prompt.service.ts'
import { createTaskRunner, type TaskPorts } from '#domains/studio/task/task-runner.service.ts'
import { createTaskRepo } from '#domains/studio/task/task.repo.ts'
import { taskRoutes } from '#domains/studio/task/task.routes.ts'
import { createTaskService } from '#domains/studio/task/task.service.ts'
import { createBuiltinIcons } from '#domains/ground/upload/builtin-icons.ts'
import { createDirectUploadService } from '#domains/ground/upload/direct-upload.service.ts'
import { createUploadRepo } from '#domains/ground/upload/upload.repo.ts'
import { uploadRoutes } from '#domains/ground/upload/upload.routes.ts'
import { createUploadService } from '#domains/ground/upload/upload.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Models } from '../chat/model.ts'

/** Files that people send. */
export function wireUploads({ database, blobs, secrets, jobs, clock, config }: Infra, { links }: Ground) {
  const repo = createUploadRepo(database.db)
  const builtins = createBuiltinIcons(blobs)
  const uploads = createUploadService({ repo, blobs, builtins, clock })
  const direct = createDirectUploadService({ repo, blobs, secrets, jobs, clock })
  const handlers: HandlersOf<'upload'> = {
    upload: uploadRoutes({ uploads, direct, builtins, links, publicUrl: config.publicUrl }),
  }
  return { handlers, services: { uploads, builtins, directUploads: direct }, start: () => direct.startSweeping() }
}
export type Uploads = ReturnType<typeof wireUploads>['services']

/** Everything about a bot but its conversations: drafts, lists, history, publication, prompts, shortcuts, tasks. */
export function wireBotLife(infra: Infra, ground: Ground, { models }: Models, { uploads, builtins }: Uploads) {
  const { bus, clock, newId, jobs, log, secrets, egress, config } = infra
  const { db } = infra.database
  const { audit, resources, passport: people, spaces, access, links } = ground
  const ports = modelPorts(models)
  /** The chat part fills these in. */
  const taskPorts: TaskPorts = {}
  /** The share part fills this in. */
  const sharing: Sharing = {}
  const actorOf = (userId: string) => ({ userId, isInstanceOwner: false })

  const repo = createBotRepo(db)
  const content = createContentCheck({ db, bus, egress, audit, clock, log })
  const checkContent = (texts: string[]) => content.check(texts)
  const favorites = createFavoriteService({ db, clock })
  const bots = createBotService({
    repo,
    resources,
    audit,
    bus,
    newId,
    clock,
    ports,
    files: uploads,
    checkContent,
  })
  const history = createHistoryService({ bots, repo, clock })
  const publishing = createPublishService({
    bots,
    repo,
    records: createPublicationRepo(db),
    resources,
    audit,
    bus,
    jobs,
    log,
    secrets,
    newId,
    clock,
    checkContent,
  })
  const mayPublish = (userId: string, botId: string) => access.can(actorOf(userId), 'bot', botId, 'publish')
  const online = createOnlineService({ repo, resources, audit, bus, clock })
  const agents = createAgentService({ bots, newId })
  const writing = createWritingService(ports)
  const userAuths = createUserAuthService({ db, secrets, audit, clock })
  const prompts = createPromptService({ db, resources, clock })

  const taskRepo = createTaskRepo(db)
  const tasks = createTaskService({ repo: taskRepo, bots, newId, clock, publicUrl: config.publicUrl })
  const taskRunner = createTaskRunner({
    repo: taskRepo,
    bots,
    jobs,
    ports: taskPorts,
    newId,
    clock,
    log,
    mayRun: (userId, botId, kind) =>
      access.can(actorOf(userId), 'bot', botId, kind === TaskKind.preset ? 'editInfo' : 'view'),
  })
  infra.onClose(async () => taskRunner.stop())
  const copies = createCopyService({
    bots,
    repo,
    resources,
    jobs,
    newId,
    clock,
    log,
    copyFile: (key, { userId, spaceId }) => uploads.copy(key, userId, spaceId),
    mayCopy: (userId, id) => access.can(actorOf(userId), 'resource', id, 'copy'),
    copyParts: [tasks.copyAll],
  })
  const editor = createEditorService({ bots, repo, hasTasks: tasks.has })
  const view = createBotView({ links, people, history, publishing })

  const handlers: HandlersOf<'bot' | 'favorite' | 'promptLibrary' | 'task'> = {
    bot: {
      ...draftRoutes({
        bots,
        agents,
        history,
        favorites,
        resources,
        view,
        ports,
        newId,
        hasCollaborators: repo.hasCollaborators,
      }),
      ...lifeRoutes({
        bots,
        copies,
        history,
        publishing,
        list: createBotListRepo(db),
        repo,
        spaces,
        builtins,
        view,
        ports,
      }),
      ...publishRoutes({ bots, history, publishing, online, view, sharing, mayPublish }),
      ...editorRoutes({
        bots,
        editor,
        uploads,
        content,
        writing,
        links,
        runTurn: (request) => {
          if (!taskPorts.runTask) throw botErrors.noModel()
          return taskPorts.runTask(request)
        },
      }),
      ...userAuthRoutes(userAuths),
    },
    favorite: favoriteRoutes({ favorites, people, links }),
    promptLibrary: promptRoutes({ prompts, people }),
    task: taskRoutes({ tasks, runner: taskRunner, writing, clock }),
  }
  return {
    handlers,
    services: {
      bots,
      botHistory: history,
      publishing,
      botCopies: copies,
      botPorts: ports,
      favorites,
      prompts,
      tasks,
      taskRunner,
      taskPorts,
      sharing,
      userAuths,
    },
    async start() {
      await copies.start()
      await publishing.publications.start()
      await taskRunner.start()
    },
  }
}
export type BotLife = ReturnType<typeof wireBotLife>['services']

/** What bots need of models. */
function modelPorts(models: Models['models']): BotPorts {
  /** The model that was asked for; the default of the space when it is gone. */
  const resolve = (id: string | undefined, spaceId: string | undefined) =>
    models.resolve(id, spaceId).catch(() => models.resolve(undefined, spaceId))
  return {
    async defaultModel(spaceId): Promise<Partial<BotConfig['model_info']>> {
      return { model_id: await models.defaultId(spaceId) }
    },
    async describeModels(spaceId, ids) {
      const wanted = new Set(ids)
      const known = (await models.list(spaceId)).filter(({ id }) => wanted.has(id))
      return new Map(
        known.map((model) => [model.id, { name: model.name, modelName: model.config.model, iconUrl: '', family: 0 }]),
      )
    },
    async writeText({ spaceId, modelId, system, prompt, schema, signal }: WriteRequest) {
      const model = await resolve(modelId, spaceId || undefined)
      const { text } = await model.chat({
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
        ...(schema && { json: { schema } }),
        signal,
      })
      return text
    },
  }
}
