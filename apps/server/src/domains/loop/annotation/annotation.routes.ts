import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { AnnotationService } from './annotation.service.ts'
import type { TaskRow } from './annotation.table.ts'

type Counts = Awaited<ReturnType<AnnotationService['counts']>> extends Map<string, infer T> ? T : never
const none: Counts = { settled: 0, disputed: 0, mineFinished: 0, mineOpen: 0 }
const shownTask = (task: TaskRow, counts: Counts = none) => ({
  taskID: task.id,
  name: task.name,
  guide: task.guide,
  datasetID: task.datasetId,
  source: task.source,
  sourceID: task.sourceId,
  blindCount: task.blindCount,
  isClosed: task.isClosed,
  rows: task.rowCount,
  settled: counts.settled,
  disputed: counts.disputed,
  mine: { finished: counts.mineFinished, open: counts.mineOpen },
  createdBy: task.createdBy,
  createdAt: String(task.createdAt),
})
type Found = NonNullable<Awaited<ReturnType<AnnotationService['next']>>>
const shownLabel = ({ label, content }: Found) => ({
  labelID: label.id,
  rowID: label.rowId,
  content,
  answers: label.answers ?? {},
  finishedAt: label.finishedAt ? String(label.finishedAt) : '',
})

export function annotationRoutes({
  annotations,
}: {
  annotations: AnnotationService
}): Handlers<typeof contract.annotationQueue> {
  return {
    list: async ({ spaceID, page, pageSize }, { userId }) => {
      const { rows, total } = await annotations.tasks(spaceID, page, pageSize)
      const counts = await annotations.counts(
        rows.map(({ id }) => id),
        userId,
      )
      return { tasks: rows.map((task) => shownTask(task, counts.get(task.id))), total }
    },
    get: async ({ spaceID, taskID }, { userId }) => {
      const task = await annotations.get(spaceID, taskID)
      const counts = await annotations.counts([taskID], userId)
      const people = await annotations.people(taskID)
      const { complete, agreed } = await annotations.agreement(taskID)
      const { byQuestion, byPerson } = await annotations.agreements(task)
      return {
        task: shownTask(task, counts.get(taskID)),
        questions: task.questions,
        people: people.map(({ user_id, finished, assigned }) => ({
          userID: user_id,
          finished,
          assigned,
          ...(byPerson.has(user_id) && { agreement: byPerson.get(user_id)! }),
        })),
        agreements: byQuestion,
        ...(complete > 0 && { agreement: agreed / complete }),
      }
    },
    next: async ({ spaceID, taskID, skip }, { userId }) => {
      const found = await annotations.next(spaceID, taskID, userId, skip)
      return found ? { label: shownLabel(found) } : {}
    },
    mine: async ({ spaceID, taskID, page, pageSize }, { userId }) => {
      const { rows, total } = await annotations.mine(spaceID, taskID, userId, page, pageSize)
      return { labels: rows.map(shownLabel), total }
    },
    submit: async ({ spaceID, taskID, labelID, answers }, { userId }) => {
      await annotations.submit(spaceID, taskID, labelID, userId, answers)
      return {}
    },
    assign: async ({ spaceID, taskID, userIDs }) => ({
      assigned: await annotations.assign(spaceID, taskID, userIDs),
    }),
    disagreements: async ({ spaceID, taskID, page, pageSize }) => {
      const { rows, total } = await annotations.disagreements(spaceID, taskID, page, pageSize)
      return {
        rows: rows.map(({ rowId, content, labels }) => ({
          rowID: rowId,
          content,
          labels: labels.map(({ id, finishedBy, answers }) => ({
            labelID: id,
            userID: finishedBy ?? '',
            answers: answers ?? {},
          })),
        })),
        total,
      }
    },
    decide: async ({ spaceID, taskID, rowID, answers }, { userId }) => {
      await annotations.decide(spaceID, taskID, rowID, userId, answers)
      return {}
    },
  }
}
