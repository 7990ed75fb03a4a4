import { manageRoutes } from '#domains/chat/model/manage.routes.ts'
import { intelligenceModelRoutes } from '#domains/chat/model/intelligence.routes.ts'
import { capacityRoutes } from '#domains/chat/model/capacity.routes.ts'
import { createDialogueService } from '#domains/chat/model/dialogue.service.ts'
import { createModelCapacity } from '#domains/chat/model/model-capacity.service.ts'
import { createModelFiguresRepo } from '#domains/chat/model/model-figures.repo.ts'
import { createModelFigures } from '#domains/chat/model/model-figures.service.ts'
import { createModelLimits } from '#domains/chat/model/model-limits.service.ts'
import { createModelMeter } from '#domains/chat/model/model-meter.ts'
import { createModelUseMeter } from '#domains/chat/model/model-use-meter.ts'
import { createModelUsage } from '#domains/chat/model/model-usage.service.ts'
import { createModelRepo } from '#domains/chat/model/model.repo.ts'
import { modelRoutes } from '#domains/chat/model/model.routes.ts'
import { createModelShareRepo } from '#domains/chat/model/model-share.repo.ts'
import { createModelSharing } from '#domains/chat/model/model-share.service.ts'
import { createModelService } from '#domains/chat/model/model.service.ts'
import { createProviderService } from '#domains/chat/model/provider.service.ts'
import { createTextWriter } from '#domains/chat/model/shared/text-writer.ts'
import { createTuningRepo } from '#domains/chat/tuning/tuning.repo.ts'
import { tuningRoutes } from '#domains/chat/tuning/tuning.routes.ts'
import { createCloneRepo } from '#domains/chat/clone/clone.repo.ts'
import { createCloneService } from '#domains/chat/clone/clone.service.ts'
import { createTuningService } from '#domains/chat/tuning/tuning.service.ts'
import { createVoiceService } from '#domains/chat/model/voice.service.ts'
import { findFfmpeg } from '#kit/audio/ffmpeg.ts'
import type { Infra } from '#kit/infra.ts'
import { createOfflineSpeech } from '#kit/speech/offline/offline.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'

/** Wires language models: their providers, and the service through which everything else calls them. */
export function wireModels(infra: Infra, { ground }: { ground: Ground }) {
  const { audit, instance, links, passport, settings } = ground
  const { bus, clock, egress, newId, secrets, config } = infra
  const { db } = infra.database
  const repo = createModelRepo(db)
  const modelLimits = createModelLimits({ settings, audit })
  const counting = { pool: infra.database.pool, clock, log: infra.log }
  const meter = createModelMeter({ ...counting, uses: createModelUseMeter(counting) })
  infra.onClose(meter.flush)
  const capacity = createModelCapacity({ pool: infra.database.pool, clock, newId })
  const models = createModelService({ repo, bus, egress, secrets, limits: modelLimits, meter, capacity })
  const providers = createProviderService({ repo, bus, egress, secrets, audit, newId, clock })
  const shares = createModelShareRepo(db)
  const sharing = createModelSharing({ repo, shares, people: passport, audit, bus, clock })
  const cloneRepo = createCloneRepo(db)
  const offline = config.offlineSpeech ? createOfflineSpeech({ ffmpeg: findFfmpeg(config.ffmpegPath) }) : undefined
  infra.onClose(async () => offline?.close())
  const voices = createVoiceService({ models, egress, bus, clock, offline, clones: cloneRepo })
  const clones = createCloneService({
    repo: cloneRepo,
    models,
    voices,
    notices: ground.notices,
    egress,
    bus,
    audit,
    newId,
    clock,
    log: infra.log,
  })
  const tuning = createTuningService({
    repo: createTuningRepo(db),
    models,
    providers,
    egress,
    audit,
    newId,
    clock,
    log: infra.log,
  })
  const usage = createModelUsage({ pool: infra.database.pool, clock, settle: meter.flush })
  const manage = manageRoutes({ providers, sharing, limits: modelLimits, egress })
  const handlers: HandlersOf<
    'intelligenceModel' | 'modelCapacity' | 'modelTuning' | 'modelUsage' | 'model' | 'instanceModel' | 'spaceModel'
  > = {
    model: modelRoutes({
      models,
      providers,
      limits: modelLimits,
      voices,
      sharing,
      instance,
      people: passport,
      publicUrl: config.publicUrl,
    }),
    intelligenceModel: intelligenceModelRoutes({
      models,
      figures: createModelFigures({
        repo: createModelFiguresRepo(infra.database.pool),
        settle: meter.flush,
        clock,
      }),
      people: passport,
      links,
      capacity,
      audit,
      clock,
      tuning,
    }),
    modelTuning: tuningRoutes(tuning),
    modelUsage: {
      usage: ({ space_id: spaceId, days, sources }) => usage.read(spaceId, days, sources),
    },
    modelCapacity: capacityRoutes({ models, capacity, settle: meter.flush, audit, clock }),
    instanceModel: manage,
    spaceModel: {
      ...manage,
      refuseShared: async (input, ctx) => {
        await sharing.refuse(input.space_id, ctx.userId, input.provider_id)
        return {}
      },
    },
  }
  return {
    handlers,
    async start() {
      await infra.jobs.define('model.tuning', () => tuning.followAll())
      await infra.jobs.schedule('model.tuning', 'minutely', '* * * * *', {})
      await infra.jobs.define('voice.clones', () => clones.sweep())
      await infra.jobs.schedule('voice.clones', 'minutely', '* * * * *', {})
    },
    services: {
      models,
      voices,
      dialogues: createDialogueService({ models, egress, meter, capacity }),
      clones,
      tuning,
      modelLimits,
      modelProviders: providers,
      textWriter: createTextWriter(models),
    },
  }
}
