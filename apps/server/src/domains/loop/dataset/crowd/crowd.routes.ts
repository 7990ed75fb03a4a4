import type { contract } from '@orrery/contract'
import { CrowdPlatform } from '@orrery/contract/shared/crowd-enums'
import { LabelStatus, LabelType } from '@orrery/contract/shared/label-enums'
import { errors, type Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { LabelService } from '../../label/label.service.ts'
import { requireSameSpace } from '../same-space.ts'
import type { CrowdService } from './crowd.service.ts'
import type { CrowdJobRow } from './crowd.table.ts'

interface CrowdRoutesDeps {
  crowd: CrowdService
  labels: Pick<LabelService, 'search' | 'get' | 'choices'>
}
const TAGS = 200

export function crowdRoutes({ crowd, labels }: CrowdRoutesDeps): Handlers<typeof contract.datasetCrowd> {
  async function shown(job: CrowdJobRow, locale: Locale) {
    const { taskId, taskName, taskUrl, input, output, queue } = job.config
    const { sent, received } = await crowd.counts(job.id)
    return {
      id: job.id,
      name: job.name,
      description: job.description,
      platform: job.platform,
      aidpConfig: { userID: '', taskID: taskId, taskName, taskURL: taskUrl },
      inputConfig: input,
      outputConfig: { ...output, outputDatasetID: job.outputDatasetId },
      queue,
      InternalDatasetID: job.datasetId,
      status: job.status,
      terminateReason: job.terminateReason,
      errorMsg: locale === 'zh-CN' ? job.problemZh : job.problem,
      statusDetail: { inputSize: String(job.inputSize), sent: String(sent), received: String(received) },
      annotationTaskID: job.annotationTaskId ?? '',
      createdAt: String(job.createdAt),
      updatedAt: String(job.updatedAt),
      createdBy: job.createdBy,
    }
  }
  /** Tags of the space, as tasks of our own queue. */
  async function tags(spaceId: string, keyword: string) {
    const { rows } = await labels.search({ spaceId, name: keyword, statuses: [LabelStatus.active] }, 1, TAGS)
    return rows.filter(({ type }) => type === LabelType.shared)
  }
  async function optionsOf(spaceId: string, id: string) {
    const tag = (await labels.choices(spaceId, [id])).get(id)
    if (!tag) throw errors.notFound({ what: 'tag' })
    return [...new Set(tag.offered.values())]
  }
  return {
    create: async ({ spaceID, name, description, platform, aidpConfig, inputConfig, outputConfig, queue }, ctx) => {
      const given = { name, description, platform, input: inputConfig, output: outputConfig, queue }
      return { jobID: await crowd.create(spaceID, ctx.userId, { ...given, taskId: aidpConfig?.taskID ?? '' }) }
    },
    list: async ({ spaceID, searchConfig, page, pageSize }, { locale }) => {
      const { datasetID, jobName, jobID, createdBy } = searchConfig
      const by = { datasetId: datasetID, name: jobName, id: jobID, makers: createdBy }
      const { rows, total } = await crowd.search(spaceID, by, page, pageSize)
      return { tasks: await Promise.all(rows.map((job) => shown(job, locale))), total }
    },
    projects: async ({ spaceID, platform, keyword = '' }) => {
      if (platform === CrowdPlatform.labelStudio) {
        const { projects, accountId } = await crowd.projects(spaceID, keyword)
        return {
          taskSummaries: projects.map(({ id, title, url }) => summary(id, title, url, 'webhook')),
          aidpUserID: accountId,
        }
      }
      const found = await tags(spaceID, keyword)
      return { taskSummaries: found.map(({ id, name }) => summary(id, name, '', 'queue')), aidpUserID: '' }
    },
    refresh: async ({ spaceID, jobID }, { locale }) => ({
      job: await shown(await crowd.refresh(spaceID, jobID), locale),
    }),
    answers: async ({ spaceID, jobID, page, pageSize }, { locale }) => {
      await crowd.jobInSpace(spaceID, jobID)
      const { rows, total } = await crowd.answers(jobID, page, pageSize)
      return {
        answers: rows.map(({ answer, row }) => {
          const isCounted = row.answerRef === answer.ref
          const problem = locale === 'zh-CN' ? row.problemZh : row.problem
          return {
            itemID: answer.itemId,
            answers: answer.answers,
            answeredAt: String(answer.answeredAt),
            isCounted,
            errorMsg: isCounted ? problem : '',
          }
        }),
        total,
      }
    },
    terminate: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await crowd.terminate(datasetID, jobID, ctx.userId)
      return {}
    },
    remove: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await crowd.remove(datasetID, jobID)
      return {}
    },
    answerSchema: async ({ spaceID, templateID, platform }) => {
      if (platform === CrowdPlatform.queue) {
        const { row } = await labels.get(spaceID, templateID)
        const schema = { type: 'string', enum: await optionsOf(spaceID, templateID) }
        return { schema: schemaText({ [row.name]: schema }) }
      }
      const { questions } = await crowd.project(spaceID, templateID)
      return { schema: schemaText(Object.fromEntries(questions.map(({ name, schema }) => [name, schema]))) }
    },
    flow: async ({ spaceID, taskID, platform }) => {
      if (platform === CrowdPlatform.queue) {
        const { row } = await labels.get(spaceID, taskID)
        return { flowConfig: { nodes: [{ nodeID: row.id, name: row.name }], requiredFields: [] } }
      }
      const { questions, needs } = await crowd.project(spaceID, taskID)
      return {
        flowConfig: {
          nodes: questions.map(({ name }) => ({ nodeID: name, name })),
          requiredFields: needs.map((key) => ({ key, name: key })),
        },
      }
    },
    connect: async ({ spaceID, url, token }, { userId }) => ({
      account: await crowd.connect(spaceID, userId, url, token),
    }),
    connection: async ({ spaceID }) => {
      const link = await crowd.link(spaceID)
      return link ? { connection: { url: link.url, account: link.accountName } } : {}
    },
    disconnect: async ({ spaceID }) => {
      await crowd.disconnect(spaceID)
      return {}
    },
    hook: async ({ key }) => {
      await crowd.handleWebhook(key)
      // Unknown keys get the same response.
      return new Response(undefined, { status: 204 })
    },
  }
}
const summary = (id: string, title: string, taskURL: string, CallbackType: string) => ({
  taskID: id,
  title,
  projectName: title,
  callbackOpts: { CallbackType },
  templateID: id,
  taskURL,
})
const schemaText = (properties: Record<string, unknown>) => JSON.stringify({ type: 'object', properties })
