import { TaskKind } from '@orrery/contract'
import { runTask } from '#domains/chat/conversation/task-run.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import { createTaskRunner, type TaskPorts } from '#domains/studio/task/task-runner.service.ts'
import { createTaskRepo } from '#domains/studio/task/task.repo.ts'
import { createTaskService } from '#domains/studio/task/task.service.ts'
import { createTaskWorkflow } from '#domains/studio/task/task-workflow.ts'
import { createTaskTools } from '#domains/studio/task/task.tools.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { Resources } from '../resources.ts'

interface Services {
  ground: Ground
  chat: Chat
  resources: Resources
  flow: Flow
  bots: BotService
}

/** Wires tasks, which start turns of bots at set times. */
export function wireTasks(infra: Infra, { ground, chat, resources, flow, bots }: Services) {
  const { clock, newId, jobs, log, config } = infra
  const taskPorts: TaskPorts = {
    runTask: (request) => runTask(chat.conversations, request),
    runPlugin: resources.callTool,
    runWorkflow: createTaskWorkflow({
      workflows: flow.servedWorkflows,
      spaceOf: ground.resources.spaceOf,
      canUser: ground.access.canUser,
    }),
  }
  const repo = createTaskRepo(infra.database.db)
  const taskRunner = createTaskRunner({
    repo,
    bots,
    jobs,
    ports: taskPorts,
    newId,
    clock,
    log,
    mayRun: (userId, botId, kind) =>
      ground.access.canUser(userId, 'bot', botId, kind === TaskKind.preset ? 'editInfo' : 'view'),
  })
  infra.onClose(async () => taskRunner.stop())
  const tasks = createTaskService({
    repo,
    bots,
    content: ground.content,
    newId,
    clock,
    publicUrl: config.publicUrl,
  })
  return {
    services: { tasks, taskRunner, taskPorts },
    skills: { tasks: createTaskTools(tasks) },
    start: () => taskRunner.start(),
  }
}
