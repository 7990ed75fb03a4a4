import { createArenaAdmin } from '#domains/market/arena/arena-admin.service.ts'
import { arenaAdminRoutes } from '#domains/market/arena/arena-admin.routes.ts'
import { createArenaBots } from '#domains/market/arena/arena-bots.ts'
import { createArenaSettings } from '#domains/market/arena/arena-settings.ts'
import { createArenaRepo } from '#domains/market/arena/arena.repo.ts'
import { arenaBankRoutes, arenaRoutes } from '#domains/market/arena/arena.routes.ts'
import { createBanks } from '#domains/market/arena/bank.service.ts'
import { createBoardRepo } from '#domains/market/arena/board.repo.ts'
import { boardRoutes } from '#domains/market/arena/board.routes.ts'
import { createBoardService } from '#domains/market/arena/board.service.ts'
import { createClassifier } from '#domains/market/arena/classify.ts'
import { createArenaJudge } from '#domains/market/arena/judge.service.ts'
import { createParticipants } from '#domains/market/arena/participants.ts'
import { createPkService } from '#domains/market/arena/pk.service.ts'
import { readOnlySkills } from '#domains/market/arena/read-only-skills.ts'
import { createVoteService } from '#domains/market/arena/vote.service.ts'
import { errors } from '#kit/errors.ts'
import type { Infra } from '#kit/infra.ts'
import { boardInWorker } from '#kit/stats/ranking/ranking.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Studio } from '../studio.ts'

/** Wires battles of models, votes and boards. */
export function wireArena(infra: Infra, { ground, chat, studio }: { ground: Ground; chat: Chat; studio: Studio }) {
  const { bus, clock, jobs, log, newId } = infra
  const { db, pool } = infra.database
  const { audit, passport, links } = ground
  const { models, traces } = chat
  const settings = createArenaSettings({ settings: ground.settings, audit })
  const participants = createParticipants({ db, models, newId, clock })
  const repo = createArenaRepo(db)
  const boardRepo = createBoardRepo(db, pool)
  const board = createBoardService({
    repo: boardRepo,
    arena: repo,
    participants,
    settings,
    compute: boardInWorker,
    jobs,
    bus,
    clock,
  })
  const banks = createBanks({ db, audit, newId, clock })
  const bots = createArenaBots({ db, links, people: passport })
  // In a battle, participants replace the model of a bot.
  const agent = chat.agentWith({
    ports: readOnlySkills(chat.agent.ports),
    models: {
      async resolve(id) {
        const row = (await participants.byIds(id ? [id] : [])).get(id ?? '')
        if (!row) throw errors.notFound({ what: 'model' })
        return participants.ready(row)
      },
    },
  })
  const pks = createPkService({
    repo,
    participants,
    settings,
    board,
    agent,
    traces,
    product: bots.get,
    published: (botId) => studio.publishing.getPublished(botId),
    mayView: (userId, botId) => ground.access.canUser(userId, 'bot', botId, 'view'),
    homeOf: ground.spaces.personalOf,
    classify: createClassifier(models),
    bus,
    newId,
    clock,
    log,
  })
  infra.onClose(pks.end)
  const votes = createVoteService({ repo, pks, participants, settings, board, traces, clock, log })
  const judge = createArenaJudge({ db, models, participants, settings, clock, log })
  const admin = createArenaAdmin({ db, repo, participants, audit, people: passport, clock })
  const handlers: HandlersOf<'arena' | 'arenaAdmin' | 'arenaBank' | 'arenaBoard'> = {
    arena: arenaRoutes({ pks, votes, bots, participants, board, clock }),
    arenaBank: arenaBankRoutes(banks),
    arenaBoard: boardRoutes({ board, participants }),
    arenaAdmin: arenaAdminRoutes({ admin, settings, participants, banks, board, judge, audit }),
  }
  return {
    handlers,
    services: { arenaBoard: board },
    async start() {
      await board.start()
      banks.stock().catch((cause: unknown) => log.warn({ err: cause }, 'the question banks could not be filled'))
    },
  }
}
