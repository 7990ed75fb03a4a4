import { TaskAction, TaskKind, TaskTrigger } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { SkillContext, SkillTool, ToolPort, ToolResult } from '#domains/chat/agent/shared/skill-ports.ts'
import type { TaskService } from './task.service.ts'
import type { TaskRow } from './task.table.ts'

const base = { kind: 'task', sideEffects: 'allowed' } as const
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * Tools with which a bot manages the tasks of the person it talks to, if its owner allows tasks of users. End users of
 * a program and visitors have no account for which a task could run later, so they do not get these tools.
 */
export function createTaskTools(tasks: TaskService): ToolPort<never> {
  return {
    tools: async (_, context) =>
      context.endUser ? [] : [createTool(tasks, context), listTool(tasks, context), removeTool(tasks, context)],
  }
}

/** Returns application errors to the model, which can correct its call. Unexpected errors are thrown. */
async function withErrorText(context: SkillContext, act: () => Promise<string>): Promise<ToolResult> {
  try {
    return { kind: 'text', content: await act() }
  } catch (cause) {
    if (cause instanceof AppError) return { kind: 'text', content: cause.text(context.locale), isError: true }
    throw cause
  }
}
const callerOf = ({ userId }: SkillContext) => ({ userId, isEditor: false })

function createTool(tasks: TaskService, context: SkillContext): SkillTool {
  return {
    ...base,
    name: 'create_task',
    title: 'create_task',
    description:
      'Remember to do something for the user at set times. Only when the user asks for it. Ask for the time zone when you do not know it.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'A few words that name the task' },
        cron: { type: 'string', description: 'When: five cron fields (minute hour day month weekday)' },
        time_zone: { type: 'string', description: 'Of the user, e.g. Asia/Shanghai' },
        text: { type: 'string', description: 'What you are to be told at these times, as the user would say it' },
      },
      required: ['name', 'cron', 'time_zone', 'text'],
    },
    call: (args) =>
      withErrorText(context, async () => {
        const content = {
          name: text(args.name).slice(0, 100) || 'Task',
          trigger: TaskTrigger.time,
          cron: text(args.cron),
          cronText: '',
          timeZone: text(args.time_zone) || 'UTC',
          hookUrl: '',
          outputSchema: '',
          defaultOutput: '',
          action: { action_type: TaskAction.query, bot_query_action: { content: text(args.text) } },
          // In the preview, a task answers in the current conversation; otherwise in a new one.
          ...(context.isDraft && { conversationId: context.conversationId }),
        }
        const id = await tasks.create(context.botId, content, callerOf(context))
        return `Created, its id is ${id}`
      }),
  }
}

const lineOf = ({ id, name, cron, timeZone, action }: TaskRow) =>
  `${id}: ${name}, ${cron} ${timeZone}: ${action.bot_query_action?.content ?? ''}`

function listTool(tasks: TaskService, context: SkillContext): SkillTool {
  return {
    ...base,
    sideEffects: 'none',
    name: 'list_tasks',
    title: 'list_tasks',
    description: 'The tasks that the user has with you, with their ids',
    parameters: { type: 'object', properties: {} },
    call: () =>
      withErrorText(context, async () => {
        const rows = await tasks.list(context.botId, context.userId)
        return (
          rows
            .filter((row) => row.kind === TaskKind.user)
            .map(lineOf)
            .join('\n') || 'None'
        )
      }),
  }
}

function removeTool(tasks: TaskService, context: SkillContext): SkillTool {
  return {
    ...base,
    name: 'delete_task',
    title: 'delete_task',
    description: 'End a task of the user. Ask list_tasks for its id',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    call: (args) =>
      withErrorText(context, async () => {
        await tasks.remove(context.botId, text(args.id), callerOf(context))
        return 'Deleted'
      }),
  }
}
