import type { contract } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { ModelViews } from './model-view.service.ts'

type Model = Awaited<ReturnType<ModelViews['chatModels']>>[number]
const [OF_PROVIDER, BUILT_IN] = [1, 4]
const [AVAILABLE, ONLINE] = [1, 1]
const vendorOf = ({ config }: Model) => config.providerName

const shown = (model: Model, spaceID: string) => ({
  id: model.id,
  identification: model.id,
  displayName: model.name,
  description: model.description,
  provider: model.isOffline ? BUILT_IN : OF_PROVIDER,
  isPublic: model.origin === 'instance',
  spaceID: model.origin === 'space' ? spaceID : '0',
  ability: {
    maxContextTokens: model.contextTokens,
    maxOutputTokens: model.maxOutputTokens,
    functionCallEnabled: model.capabilities.tools,
    jsonModeEnabled: model.capabilities.json,
    multiModalEnabled: model.capabilities.vision,
  },
  modelStatus: AVAILABLE,
  modelVendor: vendorOf(model),
  actualName: model.config.model,
  commercialModelStatus: ONLINE,
})

/** Read only: models are managed elsewhere. */
export function modelViewRoutes({ views }: { views: ModelViews }): Handlers<typeof contract.datasetModel> {
  return {
    list: async ({ spaceID, cursorID, limit, filter }) => {
      if (cursorID && !/^\d{1,20}$/.test(cursorID))
        throw badInput('cursorID', 'send cursorID of the page before', '请使用上一页返回的 cursorID')
      const { name, modelVendors, modelStatuses, modelContextRange: range, modelFilterScene } = filter
      const found = (await views.chatModels(spaceID)).filter(
        (model) =>
          (!name || model.name.toLowerCase().includes(name.toLowerCase())) &&
          (!modelVendors?.length || modelVendors.includes(vendorOf(model))) &&
          (!modelStatuses?.length || modelStatuses.includes(ONLINE)) &&
          model.contextTokens >= (range?.lowerBound ?? 0) &&
          model.contextTokens <= (range?.upperBound ?? Infinity) &&
          (modelFilterScene !== 1 || model.capabilities.tools),
      )
      const from = Number(cursorID ?? 0)
      const hasMore = from + limit < found.length
      return {
        models: found.slice(from, from + limit).map((model) => shown(model, spaceID)),
        cursorID: hasMore ? String(from + limit) : '',
        hasMore,
        total: found.length,
      }
    },
    get: async ({ spaceID, providerModelID }) => {
      const model = (await views.chatModels(spaceID)).find(({ id }) => id === providerModelID)
      if (!model) throw errors.notFound({ what: 'model' })
      return { model: shown(model, spaceID) }
    },
    usage: async ({ spaceID, modelIdentification }) => ({
      modelUsages: (await views.usage(spaceID, modelIdentification)).map(({ date, pi, po, ei, eo }) => ({
        promptInputToken: Number(pi),
        promptOutputToken: Number(po),
        evaluationInputToken: Number(ei),
        evaluationOutputToken: Number(eo),
        date,
      })),
    }),
    filters: async () => {
      const models = await views.chatModels(undefined)
      const sizes = models.map(({ contextTokens }) => contextTokens)
      const features = models.flatMap(({ capabilities }) =>
        Object.entries(capabilities).flatMap(([name, has]) => (has ? [name] : [])),
      )
      return {
        modelFilterTags: { '3': [...new Set(features)].toSorted() },
        modelContextRange: { upperBound: Math.max(0, ...sizes), lowerBound: sizes.length ? Math.min(...sizes) : 0 },
        modelVendors: [...new Set(models.map(vendorOf))].toSorted(),
      }
    },
  }
}
